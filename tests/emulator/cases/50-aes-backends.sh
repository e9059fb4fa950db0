# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: the unit computes the same with the host's AES instructions and in portable C
# irq: none
# timeout: 120

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"

# with_backend host|portable: vectors and lengths; the speed lines to $OUT/speed-BACKEND.
with_backend()
{
	export PADLOCK_AES=$1
	emulated "$ARCH" "$(probes "$ARCH")/isa-test" --irq "$IRQ" vectors bulk schedule > "$OUT/log" 2>&1 || {
		cat "$OUT/log"
		fail "isa-test with PADLOCK_AES=$1"
	}
	emulated "$ARCH" "$(probes "$ARCH")/unit-speed" 0.1 > "$OUT/speed-$1" || fail "unit-speed with PADLOCK_AES=$1"
	cat "$OUT/log" "$OUT/speed-$1"
}

# first_speed BACKEND: MB/s of AES-128-CBC encryption.
first_speed()
{
	awk 'NR == 1 { print $3 }' "$OUT/speed-$1"
}

with_backend portable
if PADLOCK_AES=wrong emulated "$ARCH" "$(probes "$ARCH")/unit-speed" 0.01 > /dev/null 2> "$OUT/errors"; then
	fail "PADLOCK_AES=wrong is accepted"
fi
grep -q 'PADLOCK_AES' "$OUT/errors" || fail "no sentence about PADLOCK_AES=wrong: $(cat "$OUT/errors")"

if ! grep -qw aes /proc/cpuinfo; then
	if PADLOCK_AES=host emulated "$ARCH" "$(probes "$ARCH")/unit-speed" 0.01 > /dev/null 2>&1; then
		fail "PADLOCK_AES=host is accepted on a host without AES instructions"
	fi
	echo "portable $(first_speed portable) MB/s (emulated CBC-128); the host has no AES instructions to compare with"
	exit 0
fi
with_backend host
diff <(cut -d' ' -f1,2,4 "$OUT/speed-host") <(cut -d' ' -f1,2,4 "$OUT/speed-portable") ||
	fail "the back-ends differ in the result of a 1 MiB stream"
echo "CBC-128 encryption, emulated: host $(first_speed host) MB/s, portable $(first_speed portable) MB/s"
