#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: every allocation of memory that loading, a new transform or a request makes fails once: refused, or right
# kernel: 6.12-debug
# irq: none
# timeout: 600
# packages: coreutils cryptsetup-bin diffutils dmsetup
# modules: brd dm-crypt

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

OPENINGS=40
DEBUG=/sys/kernel/debug

# setting FILE VALUE: of the injection
setting()
{
	echo "$2" > "$DEBUG/$1" || fail "no injection of failures by this kernel: $1"
}

# In a process that asks for it, allocations that may sleep and single pages too.
prepare()
{
	for cap in failslab fail_page_alloc; do
		setting $cap/ignore-gfp-wait N
		setting $cap/task-filter Y
		setting $cap/verbose 0
		setting $cap/probability 0
		setting $cap/times -1
	done
	setting fail_page_alloc/min-order 0
}

# loads UNIT: with one allocation failing, and then without any
loads()
{
	load_needs "$1"
	said=$(load-failing "$OURS/padlock-$1.ko" "padlock_$1" 2>&1) || fail "loading padlock-$1: $said"
	note "loading padlock-$1: $said"
	! grep -q "padlock-$1\|-padlock" /proc/crypto || fail "algorithms stay behind"
}

open_volume()
{
	dmsetup create volume --table "0 8192 crypt aes-xts-plain64 $KEY 0 /dev/ram0 0"
}

# unlucky COMMAND: in a process of which one allocation in a hundred fails
unlucky()
{
	(
		echo 1 > /proc/self/make-it-fail
		"$@"
	) 2> /dev/null
}

# A volume that opens holds what was written; one that does not leaves nothing.
openings()
{
	ram_disks 1 4
	KEY=$(head -c 64 /dev/urandom | od -An -tx1 | tr -d ' \n')
	open_volume || fail "the volume does not open"
	must_use xts-aes-padlock
	head -c 4194304 /dev/urandom > data
	/usr/bin/dd if=data of=/dev/mapper/volume bs=1M 2> /dev/null
	dmsetup remove volume
	tries=0
	opened=0
	setting failslab/probability 1
	while [ $tries -lt $OPENINGS ]; do
		tries=$((tries + 1))
		unlucky open_volume && opened=$((opened + 1))
		[ ! -e /dev/mapper/volume ] || dmsetup remove volume || fail "the volume does not close"
	done
	setting failslab/probability 0
	open_volume || fail "the volume does not open any more"
	/usr/bin/cmp data /dev/mapper/volume || fail "other data"
	dmsetup remove volume
	note "a volume was opened $tries times with one allocation in a hundred failing, with success $opened times"
}

[ -e $DEBUG/failslab ] || skip "no failslab in this kernel"
prepare
# The kernel's own tests, each time, would take hours.
echo Y > /sys/module/cryptomgr/parameters/notests || fail "the kernel's tests cannot be switched off"
for unit in aes sha; do
	loads $unit
done
load_ours
suite nomem drivers="$AES_DRIVERS,$(sha_drivers)"
openings
unload
echo N > /sys/module/cryptomgr/parameters/notests
