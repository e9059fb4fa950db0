#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: authenticated dm-crypt, dm-integrity with hmac(sha256) and dm-verity: written through our drivers, read in software, and back
# set: suites
# cpu: via-c7 via-nano via-nano2 via-eden-x4 zhaoxin-kx
# irq: none random
# timeout: 900
# packages: cryptsetup-bin e2fsprogs diffutils
# modules: dm-crypt dm-integrity dm-verity brd ext4 authenc

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

# need_instance REGEX: a template of that driver name is in use.
need_instance()
{
	grep -q "^driver *: $1\$" /proc/crypto ||
		fail "no $1: $(grep '^driver.*padlock' /proc/crypto | tr '\n' ' ')"
}

hmac_open()
{
	head -c 32 /bin/busybox > key
	integritysetup "$@" --integrity hmac-sha256 --integrity-key-file key --integrity-key-size 32 ||
		fail "integritysetup $1 failed"
}

# other_way NAME OPEN CLOSE: what is on /dev/mapper/NAME is read in software, other
# data written, and these read through our drivers.
other_way()
{
	/usr/bin/cmp -n 1000000 text "/dev/mapper/$1" || fail "$1: ours reads something else than it wrote"
	$3 "$1"
	unload
	no_padlock_users
	$2 "$1"
	/usr/bin/cmp -n 1000000 text "/dev/mapper/$1" || fail "$1: software reads something else"
	dd if=other "of=/dev/mapper/$1" bs=64k 2> /dev/null || fail "$1: cannot write in software"
	$3 "$1"
	load_ours
	$2 "$1"
	/usr/bin/cmp -n 1000000 other "/dev/mapper/$1" || fail "$1: ours reads something else than software wrote"
	$3 "$1"
	unload
}

open_authenticated() { luks_open /dev/ram0 "$1"; }
open_integrity() { hmac_open open /dev/ram0 "$1"; }
close_integrity() { integritysetup close "$1" || fail "$1 does not close"; }

modprobe -a dm-crypt dm-integrity dm-verity
hmac=$(library_or 'hmac(sha256)' 'hmac(sha256-padlock.*)')
head -c 1000000 /bin/busybox > text
tail -c 1000000 /bin/busybox > other

ram_disks 1 24
load_ours
luks_format /dev/ram0 --type luks2 --cipher aes-xts-plain64 --key-size 512 --integrity hmac-sha256
open_authenticated authenticated
need_instance "authenc($hmac,xts-aes-padlock)"
dd if=text of=/dev/mapper/authenticated bs=64k 2> /dev/null
other_way authenticated open_authenticated luks_close

ram_disks 1 8
load_ours
hmac_open format -q /dev/ram0
open_integrity tagged
need_instance "$hmac"
dd if=text of=/dev/mapper/tagged bs=64k 2> /dev/null
other_way tagged open_integrity close_integrity

ram_disks 2 2
dd if=text of=/dev/ram0 bs=64k 2> /dev/null
load_ours
hash=$(veritysetup format /dev/ram0 /dev/ram1 | awk '/^Root hash:/ { print $3 }')
for load in : unload; do
	bytes=$(counter bytes_sha256)
	$load
	veritysetup open /dev/ram0 verified /dev/ram1 "$hash" || fail "the verified disk does not open ($load)"
	/usr/bin/cmp -n 1000000 text /dev/mapper/verified || fail "the verified disk holds something else ($load)"
	veritysetup close verified
	bytes=$(($(counter bytes_sha256) - bytes))
	[ $load = : ] || continue
	# Where the kernel has hmac(sha256) from its library, dm-verity may ask that, too.
	if [ $bytes = 0 ] && [ "${hmac%-lib}" != "$hmac" ]; then
		note "dm-verity hashes by the kernel's library"
	else
		[ $bytes -ge 1000000 ] || fail "dm-verity hashed only $bytes bytes by the unit"
		note "dm-verity hashed $bytes bytes by the unit"
	fi
done
note "authenc($hmac,xts-aes-padlock), dm-integrity with $hmac"
