#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: make.sh DIR
#
# How luks1-essiv.img.gz and luks2-xts.img.gz beside this file were made: as root,
# with cryptsetup and a kernel that has dm-crypt and loop, on a machine without
# PadLock.  It makes new ones (of the same contents, under new keys) in DIR.  Both
# hold 1024 lines of 32 bytes; the passphrase is the one of tests/guest/lib/luks.sh.
set -eu
PASSPHRASE='correct horse battery staple'

# volume NAME KIB WORD...: format with cryptsetup's WORDs, and fill.
volume()
{
	name=$1 image=$1.img
	dd if=/dev/zero of="$image" bs=1024 count="$2" 2> /dev/null
	shift 2
	printf %s "$PASSPHRASE" | cryptsetup -q luksFormat --pbkdf-force-iterations 1000 \
		--key-file - "$@" "$image"
	[ "$name" != luks1-essiv ] ||	# empty slots hold noise, which does not compress
		dd if=/dev/zero of="$image" bs=4096 seek=17 count=112 conv=notrunc 2> /dev/null
	printf %s "$PASSPHRASE" | cryptsetup open --key-file - "$image" golden-make
	awk 'BEGIN { for (i = 0; i < 1024; i++) printf "padlock-linux golden line %05d\n", i }' \
		> /dev/mapper/golden-make
	cryptsetup close golden-make
	gzip -9n "$image"
}

[ $# = 1 ] || { sed -n '/^# usage/s/^# //p' "$0" >&2; exit 64; }
! grep -qw ace_en /proc/cpuinfo || { echo "make.sh: this machine has PadLock" >&2; exit 1; }
cd "$1"
# 128-bit: the smallest key slots, 64 KiB each
volume luks1-essiv 592 --type luks1 --cipher aes-cbc-essiv:sha256 --key-size 128 --align-payload 8
volume luks2-xts 324 --type luks2 --cipher aes-xts-plain64 --key-size 512 --sector-size 512 \
	--pbkdf pbkdf2 --luks2-metadata-size 16k --luks2-keyslots-size 256k --offset 576
