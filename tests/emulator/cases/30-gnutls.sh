# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: GnuTLS detects PadLock and passes its own self-tests on it
# timeout: 180

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"

# What the library says about its accelerators (lib/accelerated/x86/x86-common.c).
expected_words()
{
	echo "Padlock AES accelerator was detected"
	case $MODEL in
	via-c3) ;;
	via-c7) echo "Padlock SHA1 and SHA256 accelerator was detected" ;;
	*) echo "Padlock SHA1 and SHA256 (partial) accelerator was detected" ;;
	esac
}

for arch in $(archs); do
	root=$(sysroot "$arch" libgnutls30 libgnutls28-dev)
	program=$(compile "$root" "$arch" "$TESTS/emulator/cases/30-gnutls.c" gnutls)
	GNUTLS_DEBUG_LEVEL=9 emulated_in "$root" "$arch" "$program" > "$OUT/log" 2>&1 || {
		tail -n 30 "$OUT/log"
		fail "$arch: a self-test of GnuTLS failed"
	}
	grep -E 'Padlock|passed|failed' "$OUT/log"
	expected_words > "$OUT/words"
	while read -r words; do
		grep -qF "$words" "$OUT/log" || fail "$arch: GnuTLS does not say \"$words\""
	done < "$OUT/words"
	# The self-tests are short: one message for each cipher and way.
	[ "$(stat_of blocks_cbc)" -ge 20 ] || fail "$arch: the unit did only $(stat_of blocks_cbc) blocks of CBC"
	if [ "$MODEL" != via-c3 ] && [ "$MODEL" != via-c7 ]; then
		bytes=$(($(stat_of bytes_sha1) + $(stat_of bytes_sha256)))
		[ $bytes -ge 64 ] || fail "$arch: the unit hashed only $bytes bytes"
	fi
	notes="${notes:+$notes; }$arch: $(stat_of blocks_cbc) CBC and $(stat_of blocks_ecb) ECB blocks,"
	notes+=" $(stat_of bytes_sha1)+$(stat_of bytes_sha256) bytes of SHA on the unit"
done

echo "$notes"
