# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: libgcrypt detects PadLock and passes its own self-tests on it
# timeout: 180

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"

# It prefers AES instructions where there are any, so it is told to do without.
without=()
has_aesni && without=(intel-aesni)
# On the real KX it hashes SHA-1 with SHA-NI, which QEMU 7.2 has not; its next
# choice is for AVX with BMI2, but uses an AVX2 instruction that the KX has not.
[ "$MODEL" != zhaoxin-kx ] || without+=(intel-bmi2)

for arch in $(archs); do
	root=$(sysroot "$arch" libgcrypt20 libgcrypt20-dev libgpg-error-dev)
	program=$(compile "$root" "$arch" "$TESTS/emulator/cases/40-libgcrypt.c" gcrypt)
	emulated_in "$root" "$arch" "$program" "${without[@]}" > "$OUT/log" 2>&1 || {
		cat "$OUT/log"
		fail "$arch: a self-test of libgcrypt failed"
	}
	cat "$OUT/log"
	grep -q '^hwflist:.*padlock-rng:padlock-aes' "$OUT/log" || fail "$arch: libgcrypt does not see padlock-aes"
	! has_phe || grep -q '^hwflist:.*padlock-sha' "$OUT/log" || fail "$arch: libgcrypt does not see padlock-sha"
	# PadLock serves its 128-bit keys, block by block (emulator-notes.md).
	blocks=$(stat_of xcrypt_ecb)
	[ "$blocks" -ge 40 ] || fail "$arch: the unit did only $blocks blocks"
	notes="${notes:+$notes; }$arch: $blocks blocks on the unit"
done

echo "$notes"
