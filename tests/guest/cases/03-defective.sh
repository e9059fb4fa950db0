#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: a unit that passes the drivers' short tests and fails the kernel's: what failed is taken back, in one line each, and volumes open in software
# irq: none
# cpuprops: padlock-defect=long
# packages: cryptsetup-bin e2fsprogs diffutils
# modules: dm-crypt brd ext4
# timeout: 180
# log: allow WARNING: .*(testmgr|alg_test)

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

# the kernel warns of a driver that it finds wrong
echo 0 > /proc/sys/kernel/panic_on_warn
load_ours aes
for driver in ecb-aes-padlock cbc-aes-padlock xts-aes-padlock; do
	[ -z "$(selftest_of $driver)" ] || fail "$driver is still registered"
	[ "$(padlock_lines | grep -c "^padlock: $driver fails the self-test of the kernel and is not used")" = 1 ] ||
		fail "nothing or too much is said of $driver: $(padlock_lines)"
done
# one block at a time is right
need_driver aes-padlock

# The first user of xts(aes) and of cbc(aes) since boot: no driver of software has
# been made for these names yet, which is when a bad one left behind is fatal.
ram_disks 2 20
luks_format /dev/ram0 --type luks2 --cipher aes-xts-plain64
luks_open /dev/ram0 volume
make_tree /dev/mapper/volume
luks_close volume
luks_format /dev/ram1 --type luks1 --cipher aes-cbc-essiv:sha256
luks_open /dev/ram1 volume
make_tree /dev/mapper/volume
luks_close volume

unload
no_padlock_users
echo 1 > /proc/sys/kernel/panic_on_warn
