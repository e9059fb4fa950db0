#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: LUKS volumes made elsewhere, in software, open and show what they hold
# packages: cryptsetup-bin e2fsprogs diffutils
# modules: dm-crypt brd ext4
# irq: none random

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

# golden NAME DRIVER: in software, then through our driver.
golden()
{
	for load in : load_ours; do
		ram_disks 1 2
		gunzip -c "/golden/$1.img.gz" > /dev/ram0
		$load
		luks_open /dev/ram0 golden
		[ $load = : ] || must_use "$2"
		head -c 32768 /dev/mapper/golden | /usr/bin/cmp - text || fail "$1 holds something else ($load)"
		luks_close golden
		unload
	done
}

# What tests/guest/golden/make.sh wrote into them.
awk 'BEGIN { for (i = 0; i < 1024; i++) printf "padlock-linux golden line %05d\n", i }' > text
golden luks1-essiv cbc-aes-padlock
golden luks2-xts xts-aes-padlock
