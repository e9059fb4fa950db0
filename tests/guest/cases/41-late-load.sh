#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: a volume opened in software stays there when the driver comes; the next to be opened is accelerated
# irq: none
# packages: cryptsetup-bin e2fsprogs diffutils
# modules: dm-crypt brd ext4

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

# blocks_read DEVICE: AES blocks that the unit does for reading its first MiB,
# which must be as written.
blocks_read()
{
	echo 3 > /proc/sys/vm/drop_caches
	before=$(unit_blocks)
	head -c 1048576 "$1" | /usr/bin/cmp - text >&2 || fail "$1 holds something else"
	echo $(($(unit_blocks) - before))
}

# late_load DRIVER WORD...: with a volume formatted with cryptsetup's WORDs.
late_load()
{
	driver=$1
	shift
	ram_disks 2 18
	luks_format /dev/ram0 "$@"
	luks_open /dev/ram0 early
	dd if=text of=/dev/mapper/early bs=64k 2> /dev/null
	sync
	dd if=/dev/ram0 of=/dev/ram1 bs=1M 2> /dev/null

	load_ours
	number=$(blocks_read /dev/mapper/early) || exit 1
	[ "$number" = 0 ] || fail "a volume opened in software uses the unit: $number blocks"
	luks_open /dev/ram1 late
	must_use "$driver"
	number=$(blocks_read /dev/mapper/late) || exit 1
	[ "$number" -ge 65536 ] || fail "a volume opened after loading does not use the unit: $number blocks"
	luks_close early
	luks_open /dev/ram0 early
	number=$(blocks_read /dev/mapper/early) || exit 1
	[ "$number" -ge 65536 ] || fail "a volume opened again does not use the unit: $number blocks"
	luks_close early
	luks_close late
	unload
}

head -c 1048576 /bin/busybox > text
late_load xts-aes-padlock --type luks2 --cipher aes-xts-plain64 --key-size 512
late_load cbc-aes-padlock --type luks1 --cipher aes-cbc-essiv:sha256 --key-size 256
