#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: a LUKS mapping read in software, with the stock driver and with ours; ours is at least 4.1 times software
# cpu: via-c7
# arch: i386
# irq: none
# machine: own
# clock: instructions
# memory: 768
# timeout: 400
# packages: cryptsetup-bin hdparm coreutils
# modules: dm-crypt brd
# log: allow stale
#
# Each note is one row for tests/demo:
#   demo MODE software|in-tree|ours DRIVER HDPARM DD
# HDPARM in MiB/s as `hdparm -t` says it, DD in 10^6 bytes/s of one pass over the
# mapping with 1 MiB direct reads.  The times are the emulated machine's.
#
# The stock driver may use a stale key here (see 4x): hence the allowed word.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

# 29.36 over 7.17 MB/s: a One A110 (C7-M) with and without PadLock, published
# for aes-cbc-essiv:sha256.
PUBLISHED_RATIO=4.1

hdparm_rate()
{
	hdparm -t "$1" | awk '/MB\/sec/ { print $(NF - 1) } /kB\/sec/ { print $(NF - 1) / 1024 }'
}

# One pass over the whole mapping with GNU dd (busybox has no iflag=direct).
dd_rate()
{
	LC_ALL=C /usr/bin/dd if="$1" of=/dev/null bs=1M iflag=direct 2>&1 |
		awk '/ copied, / { bytes = $1; sub(/.* copied, /, ""); print bytes / $1 / 1e6 }'
}

# measure MODE IMPL ALGORITHM: one row; sets driver and hdparm.
measure()
{
	luks_open /dev/ram0 demo
	driver=$(driver_of "$3")
	hdparm=$(hdparm_rate /dev/mapper/demo)
	dd=$(dd_rate /dev/mapper/demo)
	luks_close demo
	if [ -z "$driver" ] || [ -z "$hdparm" ] || [ -z "$dd" ]; then
		fail "no figures for $1 $2: driver '$driver' hdparm '$hdparm' dd '$dd'"
	fi
	note "demo $1 $2 $driver $hdparm $dd"
}

# must_be_padlock MODE: the row just measured was served by a PadLock driver.
must_be_padlock()
{
	case $driver in
	*padlock*) ;;
	*) fail "$1 was served by $driver" ;;
	esac
}

# all_three MODE ALGORITHM WORD...: a volume made with the cryptsetup WORDs in
# software, read in software, by the stock driver and by ours; sets ratio.
all_three()
{
	mode=$1
	algorithm=$2
	shift 2
	luks_format /dev/ram0 --cipher "$mode" "$@"
	measure "$mode" software "$algorithm"
	software=$hdparm
	load_stock
	measure "$mode" in-tree "$algorithm"
	must_be_padlock "$mode"
	unload
	load_ours
	measure "$mode" ours "$algorithm"
	must_be_padlock "$mode"
	unload
	ratio=$(awk "BEGIN { print $hdparm / $software }")
}

# The LUKS2 header takes half of it.
ram_disks 1 32
all_three aes-xts-plain64 'xts(aes)' --type luks2 --key-size 512
all_three aes-cbc-essiv:sha256 'essiv(cbc(aes),sha256)' --type luks1 --key-size 256
awk "BEGIN { exit !($ratio >= $PUBLISHED_RATIO) }" ||
	fail "the mapping is read only $ratio times faster than in software"
