# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: isa-test fails when it is told to expect something else than the unit does
# irq: none
# timeout: 120

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"

rejected=0

# rejects GROUP ARG...: a check of that group, and no crash, must fail.
rejects()
{
	local group=$1 status=0
	shift

	emulated "$ARCH" "$(probes "$ARCH")/isa-test" "$@" "$group" > "$OUT/isa.log" 2>&1 || status=$?
	if [ $status != 1 ] || ! grep -Eq '^[0-9]+ checks, [1-9][0-9]* failures$' "$OUT/isa.log"; then
		cat "$OUT/isa.log"
		fail "isa-test $* $group ends with status $status"
	fi
	rejected=$((rejected + 1))
}

rejects cpuid --disabled
rejects interrupt --irq every
rejects interrupt --irq random

# A neighbour's rules: alignment, over-read, hash unit.
case $MODEL in
via-c3)
	rejects align --model via-c7
	rejects ctr --model via-c7
	rejects sha --model via-c7
	;;
via-c7)
	rejects align --model via-c3
	rejects ctr --model via-c3
	rejects sha --model via-nano
	;;
*)
	rejects align --model via-c7
	rejects sha --model via-c7
	[ "$MODEL" = zhaoxin-kx ] || rejects sha --model zhaoxin-kx
	;;
esac
if [ "$MODEL" = via-nano2 ]; then
	rejects overread --model via-nano
else
	rejects overread --overread paranoid
fi
if [ "$MODEL" != via-c3 ]; then
	rejects ctr --ctr-erratum
	rejects sha --fat-state
fi
[ "$ARCH" = i386 ] || rejects cache --syscall-clears

echo "$rejected false expectations noticed"
