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

# selftest ARCH: the program of 30-gnutls.c, its output in $OUT/log.
selftest()
{
	GNUTLS_DEBUG_LEVEL=9 emulated_in "$root" "$1" "$program" > "$OUT/log" 2>&1 || {
		tail -n 30 "$OUT/log"
		fail "$1: a self-test of GnuTLS failed"
	}
	grep -E 'Padlock|passed|failed' "$OUT/log"
}

# did COUNTER AT-LEAST
did()
{
	[ "$(stat_of "$1")" -ge "$2" ] || fail "$arch: the unit did only $1=$(stat_of "$1"), not $2"
}

for arch in $(archs); do
	root=$(sysroot "$arch" libgnutls30 libgnutls28-dev)
	program=$(compile "$root" "$arch" "$TESTS/emulator/cases/30-gnutls.c" gnutls)
	selftest "$arch"
	expected_words > "$OUT/words"
	while read -r words; do
		grep -qF "$words" "$OUT/log" || fail "$arch: GnuTLS does not say \"$words\""
	done < "$OUT/words"
	# The self-tests have one short message for each cipher and way.
	did blocks_cbc 20
	notes="${notes:+$notes; }$arch: $(stat_of blocks_cbc) CBC and $(stat_of blocks_ecb) ECB blocks"

	# It prefers SSSE3 for SHA-1 and SHA-256 where there is any; 0x300000 leaves it
	# PadLock's AES and PHE only, 0x400000 is SHA-512 (GnuTLS manual, GNUTLS_CPUID_OVERRIDE).
	has_phe || continue
	if has_phe2; then
		GNUTLS_CPUID_OVERRIDE=0x700000 selftest "$arch"
		did bytes_sha512 1000000
	else
		GNUTLS_CPUID_OVERRIDE=0x300000 selftest "$arch"
	fi
	did bytes_sha1 999936	# the last block in software
	did bytes_sha256 999936
	notes+=", $(($(stat_of bytes_sha1) + $(stat_of bytes_sha256) + $(stat_of bytes_sha512))) bytes hashed"
done

echo "$notes"
