#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: LUKS2 aes-xts-plain64 written with PadLock is read in software, and the other way round
# packages: cryptsetup-bin e2fsprogs diffutils
# modules: dm-crypt brd ext4
# timeout: 180

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

# xts KEYBITS SECTOR.  A LUKS2 header takes 16 MiB.
xts()
{
	both_ways xts-aes-padlock 20 --type luks2 --cipher aes-xts-plain64 \
		--key-size "$1" --sector-size "$2"
}

xts 512 4096
# All sizes on one CPU of each architecture: what depends on the CPU is the same in all.
if [ "$MODEL $IRQ" = 'via-c7 none' ] || [ "$MODEL $IRQ" = 'via-nano none' ]; then
	xts 512 512
	xts 256 512
	xts 256 4096
fi
