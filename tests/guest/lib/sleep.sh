# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Suspend to RAM for guest cases; to be sourced after /lib/case.sh and /lib/luks.sh.
# Needs `# packages: coreutils cryptsetup-bin` and `# modules: brd dm-crypt algif_hash msr`.

ENABLED_AGAIN='padlock: the unit was disabled after sleep, and is enabled again'

# prepare_volume: an open volume with random data; cryptsetup is done before the
# unit is switched off.
prepare_volume()
{
	modprobe algif_hash || fail "no AF_ALG in this kernel"
	ram_disks 1 8
	head -c 64 /bin/busybox | cryptsetup open --type plain --cipher aes-xts-plain64 \
		--key-size 512 --key-file - /dev/ram0 volume || fail "no plain mapping"
	must_use xts-aes-padlock
	head -c 4194304 /dev/urandom > data
	/usr/bin/dd if=data of=/dev/mapper/volume bs=1M oflag=direct 2> /dev/null || fail "cannot write"
}

# read_volume: its data are right, and the unit deciphers and hashes them.
read_volume()
{
	_blocks=$(unit_blocks)
	/usr/bin/dd if=/dev/mapper/volume of=read bs=1M count=4 iflag=direct 2> /dev/null ||
		fail "cannot read"
	/usr/bin/cmp data read || fail "other data"
	[ $(($(unit_blocks) - _blocks)) -ge 262144 ] || fail "the unit did not do it"
	[ "$MODEL" != via-c3 ] || return 0
	_bytes=$(counter bytes_sha256)
	[ "$(afalg hash sha256-padlock < data)" = "$(sha256sum < data | cut -d' ' -f1)" ] ||
		fail "another digest"
	[ "$(counter bytes_sha256)" -gt "$_bytes" ] || fail "the unit did not hash it"
}

# msr_bytes NUMBER: its eight bytes of CPU 0, in hexadecimal.
msr_bytes()
{
	/usr/bin/dd if=/dev/cpu/0/msr bs=8 count=1 iflag=skip_bytes skip=$(($1)) 2> /dev/null |
		od -An -tx1
}

# unit_off: what its switch is on CPU 0, off; nobody may use it before sleep.
unit_off()
{
	modprobe msr || fail "no /dev/cpu/0/msr"
	_msr=0x1107
	[ "$MODEL" != zhaoxin-kx ] || _msr=0x1257
	# shellcheck disable=SC2046 # one word for each byte
	set -- $(msr_bytes $_msr)
	[ $# = 8 ] || fail "MSR $_msr cannot be read"
	if [ "$MODEL" = zhaoxin-kx ]; then
		_first=$(printf %02x $((0x$1 & ~0x80)))
		_fourth=$4
	else
		_first=$1
		_fourth=$(printf %02x $((0x$4 & ~0x10)))
	fi
	[ "$_first $_fourth" != "$1 $4" ] || fail "the unit is off already"
	printf '%b' "\\x$_first\\x$2\\x$3\\x$_fourth\\x$5\\x$6\\x$7\\x$8" |
		/usr/bin/dd of=/dev/cpu/0/msr bs=8 oflag=seek_bytes seek=$((_msr)) conv=notrunc \
		2> /dev/null || fail "MSR $_msr cannot be written"
}

# sleep_test LEVEL: all steps of suspend to RAM up to LEVEL (core: all), and back.
sleep_test()
{
	[ -w /sys/power/pm_test ] || fail "no pm_test in this kernel"
	echo 0 > /sys/module/suspend/parameters/pm_test_delay
	echo "$1" > /sys/power/pm_test
	echo mem > /sys/power/state || fail "no suspend to RAM"
	echo none > /sys/power/pm_test
}

# sleep_really SECONDS: suspend to RAM; the clock wakes the machine.
sleep_really()
{
	echo "+$1" > /sys/class/rtc/rtc0/wakealarm || fail "no alarm"
	echo mem > /sys/power/state || fail "no suspend to RAM"
}

# enabled_again_once: the drivers say so in one line, however many times it was.
enabled_again_once()
{
	_lines=$(log_since_start | grep -cxF "$ENABLED_AGAIN")
	[ "$_lines" = 1 ] || fail "$_lines lines instead of one: $ENABLED_AGAIN"
}
