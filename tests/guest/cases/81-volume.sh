#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: the time of reads and writes of a dm-crypt mapping of a RAM disk: generic C, stock drivers, ours
# set: bench
# cpu: via-c7 via-nano
# irq: none
# machine: own
# clock: instructions
# timeout: 900
# packages: dmsetup ioping
# modules: dm-crypt brd
# log: allow stale
#
# Notes for tests/bench/run, one for each measurement:
#   volume IMPL mode=MODE sector=BYTES queues=yes|no op=read|write|random bytes=N ns=N unit_cycles=N rep_ops=N
# IMPL disk is the RAM disk without a mapping; read and write are sequential, 1 MiB a
# request, random is reads of 4 KiB.  queues=no is dm-crypt's no_read_workqueue and
# no_write_workqueue.  The stock driver may use a stale key here (see 4x): hence the
# allowed word.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

MIB=16
KEY=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
KEY2=202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f

# io DEVICE IMPL MODE SECTOR QUEUES: the three measurements.
io()
{
	_device=$1
	/usr/bin/ioping -q -D -c 1 -s 1m "$_device" > /dev/null || fail "$_device does not read"
	_words="$2 mode=$3 sector=$4 queues=$5"
	timed "$_words op=read" 8 -L -s 1m
	timed "$_words op=write" 8 -L -s 1m -WWW
	timed "$_words op=random" 256 -s 4k
}

# timed WORDS COUNT WORD...: COUNT requests by ioping, one after the other.  Its raw
# statistics begin with requests, nanoseconds, requests and bytes a second.
timed()
{
	_what=$1
	_count=$2
	shift 2
	_before=$(counters)
	_raw=$(/usr/bin/ioping -q -B -D -a 0 -i 0 -c "$_count" -S ${MIB}m "$@" "$_device") ||
		fail "ioping $_what: $_raw"
	{ echo "$_before"; counters; echo "$_raw"; } | awk -v what="$_what" '
		$1 ~ /^[0-9]/ { bytes = $4 * $2 / 1e9; ns = $2; next }
		$1 == "cycles" { cycles = $2 - cycles }
		$1 ~ /^(xcrypt|xsha)/ { sum[$1] = $2 - sum[$1] }
		END {
			for (i in sum)
				operations += sum[i]
			printf "volume %s bytes=%.0f ns=%d unit_cycles=%d rep_ops=%d\n", what, bytes, ns, cycles, operations
		}' >> /run/case/notes
}

# mapping IMPL CIPHER KEY: all its variants, measured.
mapping()
{
	for sector in 512 4096; do
		for queues in yes no; do
			opts=sector_size:$sector
			[ $queues = yes ] || opts="$opts no_read_workqueue no_write_workqueue"
			dmsetup create bench --table \
				"0 $((MIB * 2048)) crypt $2 $3 0 /dev/ram0 0 $(echo "$opts" | wc -w) $opts" ||
				fail "no mapping for $2"
			io /dev/mapper/bench "$1" "$2" $sector $queues
			dmsetup remove bench || fail "the mapping does not close"
		done
	done
}

mappings()
{
	mapping "$1" aes-cbc-essiv:sha256 $KEY
	mapping "$1" aes-xts-plain64 $KEY$KEY2
}

modprobe brd rd_nr=1 rd_size=$((MIB * 1024)) || fail "no RAM disk"
dd if=/dev/zero of=/dev/ram0 bs=1M 2> /dev/null
io /dev/ram0 disk - - -
mappings generic
load_stock
mappings in-tree
unload
load_ours
mappings ours
note "volume: measured"
