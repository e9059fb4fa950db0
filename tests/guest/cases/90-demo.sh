#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: a LUKS mapping read in software, with the stock driver and with ours; ours is at least 4.1 times software
# cpu: via-c7
# arch: i386
# irq: none
# machine: own
# memory: 768
# timeout: 400
# packages: cryptsetup-bin hdparm coreutils
# modules: dm-crypt brd essiv cbc ecb xts aes_generic sha256_generic
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

DISK=/dev/ram0
DISK_KIB=65536
# 29.36 over 7.17 MB/s: a One A110 (C7-M) with and without PadLock, published
# for aes-cbc-essiv:sha256.
PUBLISHED_RATIO=4.1

# format CIPHER KEYBITS TYPE: a new LUKS volume on the RAM disk.
format()
{
	printf passphrase | cryptsetup -q luksFormat --type "$3" --cipher "$1" \
		--key-size "$2" --pbkdf pbkdf2 --pbkdf-force-iterations 1000 \
		--key-file=- "$DISK" || fail "luksFormat $1 failed"
}

# mapping_driver NAME: driver that the crypto API gives for NAME now.
mapping_driver()
{
	awk -v name="$1" '
		$1 == "name" { match($0, /: /); here = substr($0, RSTART + 2) == name }
		$1 == "driver" { driver = $3 }
		$1 == "priority" && here && $3 > best { best = $3; found = driver }
		END { print found }' /proc/crypto
}

hdparm_rate()
{
	hdparm -t "$1" | awk '/MB\/sec/ { print $(NF - 1) } /kB\/sec/ { print $(NF - 1) / 1024 }'
}

# One pass over the whole mapping with GNU dd (busybox has no iflag=direct).
dd_rate()
{
	LC_ALL=C /usr/bin/dd if="$1" of=/dev/null bs=1M iflag=direct 2>&1 |
		awk '/ copied, / { sub(/.*copied, /, ""); bytes = b; print b / $1 / 1e6 }
		     /^[0-9]+ bytes/ { b = $1 }'
}

# measure MODE IMPL APINAME: one row.
measure()
{
	printf passphrase | cryptsetup open --key-file=- "$DISK" demo ||
		fail "cannot open the $1 volume ($2)"
	driver=$(mapping_driver "$3")
	hdparm=$(hdparm_rate /dev/mapper/demo)
	dd=$(dd_rate /dev/mapper/demo)
	cryptsetup close demo || fail "cannot close the $1 volume ($2)"
	if [ -z "$driver" ] || [ -z "$hdparm" ] || [ -z "$dd" ]; then
		fail "no figures for $1 $2: driver '$driver' hdparm '$hdparm' dd '$dd'"
	fi
	note "demo $1 $2 $driver $hdparm $dd"
}

# all_three MODE KEYBITS TYPE APINAME
all_three()
{
	format "$1" "$2" "$3"
	measure "$1" software "$4"
	software=$hdparm
	load_stock
	measure "$1" in-tree "$4"
	case $driver in *padlock*) ;; *) fail "$1: the stock driver was not used but $driver" ;; esac
	unload
	load_ours
	measure "$1" ours "$4"
	case $driver in *padlock*) ;; *) fail "$1: our driver was not used but $driver" ;; esac
	unload
	ratio=$(awk "BEGIN { print $hdparm / $software }")
}

modprobe brd rd_nr=1 rd_size=$DISK_KIB || fail "no RAM disk"
modprobe dm-crypt || fail "no dm-crypt"
all_three aes-xts-plain64 512 luks2 'xts(aes)'
all_three aes-cbc-essiv:sha256 256 luks1 'essiv(cbc(aes),sha256)'
awk "BEGIN { exit !($ratio >= $PUBLISHED_RATIO) }" ||
	fail "the mapping is read only $ratio times faster than in software"
