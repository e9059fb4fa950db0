# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What a guest case can use; to be sourced from /lib/case.sh.
#
# Environment: CASE, MODEL (via-c3...), IRQ (none, random, every), KERNEL
# (6.1-686...), ARCH (amd64, i386).  The case runs in /tmp; its output goes to the
# log.  Exit status 0 is passed; `fail` and `skip` end it otherwise.  Variables that
# begin with _ belong to this file.  The shell takes busybox's own programs first:
# a program of a package needs its path (/usr/bin/dd).

OURS=/lib/modules/ours

# fail TEXT...: the case has failed, and why.
fail()
{
	echo "failed: $*"
	echo "$*" > /run/case/reason
	exit 1
}

# skip TEXT...: the case cannot run here, and why.
skip()
{
	echo "skipped: $*"
	echo "$*" > /run/case/reason
	exit 77
}

# note TEXT...: a line for the results file.
note()
{
	echo "note: $*"
	echo "$*" >> /run/case/notes
}

# counters: `name value` of every counter of the emulated unit (see
# tests/emulator/padlock-counters.h); counter NAME: one value.
counters()
{
	/bin/counters
}

counter()
{
	/bin/counters "$1"
}

# cpu_has FLAG: true if /proc/cpuinfo lists it (ace, ace_en, phe, phe_en, aes...).
cpu_has()
{
	grep -qw "$1" /proc/cpuinfo
}

# load_needs aes|sha: the modules that our driver of that unit needs.
load_needs()
{
	for _dep in $(modinfo -F depends "$OURS/padlock-$1.ko" | tr ',' ' '); do
		modprobe "$_dep" || fail "no module $_dep for our padlock-$1"
	done
}

# load_ours [aes|sha]: our drivers, by default those that the CPU has units for.
load_ours()
{
	# shellcheck disable=SC2046 # one word for each unit
	[ $# -gt 0 ] || set -- $(padlock_units)
	for _unit; do
		load_needs "$_unit"
		insmod "$OURS/padlock-$_unit.ko" || fail "our padlock-$_unit does not load"
	done
}

# load_stock [aes|sha]: the kernel's own drivers.
load_stock()
{
	# shellcheck disable=SC2046 # one word for each unit
	[ $# -gt 0 ] || set -- $(padlock_units)
	for _unit; do
		modprobe "padlock-$_unit" || fail "the kernel's padlock-$_unit does not load"
	done
}

padlock_units()
{
	! cpu_has ace_en || echo aes
	! cpu_has phe_en || echo sha
}

# unload: whichever PadLock drivers are loaded. A kernel that still tests one in the
# background (from 6.12 on) keeps it as long.
unload()
{
	for _unit in test sha aes; do
		_tries=300
		while [ -d /sys/module/padlock_$_unit ] && ! rmmod padlock_$_unit 2> /run/case/rmmod; do
			_tries=$((_tries - 1))
			[ $_tries -gt 0 ] || fail "padlock_$_unit does not unload: $(cat /run/case/rmmod)"
			sleep 0.1
		done
	done
}

# driver_of ALGORITHM: the driver that a user of ALGORITHM (by this very name)
# gets now: the highest priority, and the later registered of two equals.
driver_of()
{
	awk -v algorithm="$1" '
		$1 == "name" { name = $0; sub(/^name *: /, "", name) }
		$1 == "driver" { driver = $3 }
		$1 == "priority" && name == algorithm && $3 > best { best = $3; found = driver }
		END { print found }' /proc/crypto
}

# library_or ALGORITHM DRIVER: the driver that users of ALGORITHM get with ours loaded:
# the kernel's own on top of its library, for which newer kernels ask no inner driver
# (hmac-sha256-lib), where there is one, otherwise DRIVER.
library_or()
{
	_driver=$(driver_of "$1")
	case $_driver in
	*-lib) echo "$_driver" ;;
	*) echo "$2" ;;
	esac
}

# selftest_of DRIVER: its state in /proc/crypto (passed, unknown...). While the
# kernel tests it, a second entry of type larval calls itself passed.
selftest_of()
{
	awk -v wanted="$1" '
		$1 == "driver" { here = $3 == wanted }
		$1 == "selftest" { state = $3 }
		$1 == "type" && here && $3 != "larval" { print state; exit }' /proc/crypto
}

# need_driver DRIVER: registered, with its self-test passed (kernels from 6.12 on
# test in the background; those for debugging take half a minute).
need_driver()
{
	_tries=600
	until [ "$(selftest_of "$1")" = passed ]; do
		_tries=$((_tries - 1))
		[ $_tries -gt 0 ] || fail "driver $1: self-test is '$(selftest_of "$1")', not passed"
		sleep 0.1
	done
}

# log_since_start: the kernel's own log lines of this case, without level and time.
log_since_start()
{
	dmesg -r | awk -v begin="case: begin $CASE" '
		/^<1[0-9]>/ { if (index($0, begin)) text = ""; next }
		{ sub(/^<[0-7]>\[[ 0-9.]*\] /, ""); text = text $0 "\n" }
		END { printf "%s", text }'
}

# padlock_lines: those of them about PadLock, without what the kernel itself says
# about the first module from outside its tree.
padlock_lines()
{
	log_since_start | grep -i padlock |
		grep -v -e ': loading out-of-tree module taints kernel\.$' \
			-e ': module verification failed: signature and/or required key missing - tainting kernel$'
}

# must_refuse WORDS COMMAND...: COMMAND fails, and says WORDS.
must_refuse()
{
	_words=$1
	shift
	if _said=$("$@" 2>&1); then
		fail "accepted: $*"
	fi
	case $_said in
	*"$_words"*) ;;
	*) fail "$*: '$_said' instead of '$_words'" ;;
	esac
}
