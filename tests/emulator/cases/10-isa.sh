# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: the emulated unit behaves as padlock-isa.md says (vectors and every trap row)
# cpu: all
# timeout: 180

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"

# isa ARCH[,PROPERTY...] ARG...: isa-test on the CPU under test.
isa()
{
	local where=$1
	shift

	emulated "$where" "$(probes "${where%%,*}")/isa-test" --irq "$IRQ" "$@"
}

# passes ARCH[,PROPERTY...] ARG...
passes()
{
	isa "$@" > "$OUT/isa.log" 2>&1 || {
		cat "$OUT/isa.log"
		fail "isa-test $*"
	}
}

total=0

for arch in $(archs); do
	passes "$arch"
	cat "$OUT/isa.log"
	grep -q "^# model $MODEL," "$OUT/isa.log" || fail "$arch: isa-test found another model than $MODEL"
	total=$((total + $(awk '/^[0-9]+ checks, 0 failures$/ { print $1 }' "$OUT/isa.log")))
	if [ "$MODEL" = none ]; then
		continue
	fi

	# The counters at exit are those that the program saw inside.
	python3 -m json.tool "$PADLOCK_STATS" > /dev/null || fail "$arch: the counters at exit are no JSON"
	[ "$(stat_of xcrypt_ecb)" -gt 1000 ] || fail "$arch: the counters at exit miss the work"
	[ "$(stat_of stale_key)" -gt 0 ] || [ "$IRQ" = every ] || fail "$arch: no stale key counted"
	grep -Eq '^padlock: warning: cpu[0-9]+ pc=0x[0-9a-f]+ .*stale' "$PADLOCK_LOG" || [ "$IRQ" = every ] ||
		fail "$arch: no warning about a stale key in the log"

	passes "$arch,padlock-overread=paranoid" --overread paranoid overread restart bulk
	passes "$arch,padlock-disabled=on" --disabled
	passes "$arch,padlock-syscall-clears=on" --syscall-clears cache
	if [ "$MODEL" != via-c3 ]; then
		passes "$arch,padlock-ctr-erratum=on" --ctr-erratum ctr vectors
		passes "$arch,padlock-fat-state=on" --fat-state sha shafault
	fi
done

echo "$total checks"
