# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Running the suites of padlock-test.ko (tests/guest/kmod), to be sourced after
# /lib/case.sh.

# Every interrupt mode sees other random data; a failure names its seed.
case $IRQ in
none) SEED=1 ;;
random) SEED=2 ;;
*) SEED=3 ;;
esac

# shellcheck disable=SC2034 # for the cases
AES_DRIVERS=aes-padlock,ecb-aes-padlock,cbc-aes-padlock,ctr-aes-padlock,xts-aes-padlock
# shellcheck disable=SC2034
STOCK_AES_DRIVERS=aes-padlock,ecb-aes-padlock,cbc-aes-padlock

# sha_drivers: the hash drivers that this CPU must have, separated by commas.
sha_drivers()
{
	case $MODEL in
	via-c7) echo sha1-padlock,sha256-padlock ;;
	*) echo sha1-padlock-nano,sha256-padlock-nano,sha224-padlock ;;
	esac
}

# suite NAME [PARAMETER=VALUE...]: one suite; its failure is the case's. The seed
# is set unless given. Parameters: modinfo -p padlock-test.ko.
suite()
{
	_name=$1
	shift
	# the oracles: generic C, in modules on some kernels
	modprobe -a ecb cbc ctr xts || fail "no generic modes of AES in this kernel"
	if ! insmod "$OURS/padlock-test.ko" suite="$_name" seed="$SEED" "$@"; then
		log_since_start | grep '^padlock-test: failed:' | head -n 3
		fail "suite $_name, seed $SEED: $(suite_result "$_name")"
	fi
	rmmod padlock_test
	note "$(suite_result "$_name")"
}

# suite_result NAME: the line that the suite's last run ended with.
suite_result()
{
	log_since_start | sed -n "s/^padlock-test: \($1: .*\)/\1/p" | tail -n 1
}

# endurance SECONDS: random requests to all drivers that this CPU has, with a seed that
# differs in every run; their rate is noted.
endurance()
{
	_drivers=$AES_DRIVERS
	[ "$MODEL" = via-c3 ] || _drivers=$_drivers,$(sha_drivers)
	SEED=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
	note "seed $SEED, $(grep -c ^processor /proc/cpuinfo) CPUs"
	suite stress drivers="$_drivers" seconds="$1"
	note "$(log_since_start | sed -n 's/^padlock-test: rate: //p')"
}
