#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: LUKS1 and LUKS2 aes-cbc-essiv:sha256 written with PadLock is read in software, and the other way round
# packages: cryptsetup-bin e2fsprogs diffutils
# modules: dm-crypt brd ext4
# timeout: 180

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

# essiv1 KEYBITS, essiv2 KEYBITS SECTOR.  A LUKS2 header takes 16 MiB, that of
# LUKS1 at most two.
essiv1()
{
	both_ways cbc-aes-padlock 6 --type luks1 --cipher aes-cbc-essiv:sha256 --key-size "$1"
}

essiv2()
{
	both_ways cbc-aes-padlock 20 --type luks2 --cipher aes-cbc-essiv:sha256 \
		--key-size "$1" --sector-size "$2"
}

essiv1 256
essiv2 128 512
# All sizes on one CPU of each architecture: what depends on the CPU is the same in all.
if [ "$MODEL $IRQ" = 'via-c7 none' ] || [ "$MODEL $IRQ" = 'via-nano none' ]; then
	essiv1 128
	essiv2 128 4096
	essiv2 256 512
	essiv2 256 4096
fi
