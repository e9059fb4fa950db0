# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: libgcrypt detects PadLock and passes its own self-tests on it
# timeout: 180

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"

for arch in $(archs); do
	root=$(sysroot "$arch" libgcrypt20 libgcrypt20-dev libgpg-error-dev)
	program=$(compile "$root" "$arch" "$TESTS/emulator/cases/40-libgcrypt.c" gcrypt)
	emulated_in "$root" "$arch" "$program" > "$OUT/log" 2>&1 || {
		cat "$OUT/log"
		fail "$arch: a self-test of libgcrypt failed"
	}
	cat "$OUT/log"
	grep -q '^hwflist:.*padlock-rng:padlock-aes' "$OUT/log" || fail "$arch: libgcrypt does not see padlock-aes"
	! has_phe || grep -q '^hwflist:.*padlock-sha' "$OUT/log" || fail "$arch: libgcrypt does not see padlock-sha"
	# It prefers AES instructions where there are any, and takes PadLock for
	# 128-bit keys only, block by block (emulator-notes.md).
	if has_aesni; then
		used="AES instructions preferred"
	else
		used="$(stat_of xcrypt_ecb) blocks on the unit"
		[ "$(stat_of xcrypt_ecb)" -ge 40 ] || fail "$arch: the unit did only $(stat_of xcrypt_ecb) blocks"
	fi
	notes="${notes:+$notes; }$arch: $used"
done

echo "$notes"
