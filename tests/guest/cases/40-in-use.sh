#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: a driver that serves an open volume does not unload, and the volume keeps working
# irq: none
# packages: cryptsetup-bin e2fsprogs diffutils
# modules: dm-crypt brd ext4

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

ram_disks 1 18
load_ours
luks_format /dev/ram0 --type luks2 --cipher aes-xts-plain64 --key-size 512
luks_open /dev/ram0 volume
must_use xts-aes-padlock
[ "$(cat /sys/module/padlock_aes/refcnt)" -gt 0 ] || fail "the module counts no user"

head -c 1048576 /bin/busybox > text
dd if=text of=/dev/mapper/volume bs=64k 2> /dev/null
for try in 1 2 3; do
	must_refuse 'Resource temporarily unavailable' rmmod padlock_aes
	blocks=$(unit_blocks)
	echo 3 > /proc/sys/vm/drop_caches
	head -c 1048576 /dev/mapper/volume | /usr/bin/cmp - text || fail "wrong data after rmmod $try"
	[ $(($(unit_blocks) - blocks)) -ge 65536 ] || fail "read without the unit"
done

luks_close volume
[ "$(cat /sys/module/padlock_aes/refcnt)" = 0 ] || fail "the module still counts a user"
unload
luks_open /dev/ram0 volume
head -c 1048576 /dev/mapper/volume | /usr/bin/cmp - text || fail "software reads something else"
luks_close volume
