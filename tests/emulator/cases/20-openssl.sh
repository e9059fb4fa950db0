# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: Debian's OpenSSL 3 with its padlock engine computes on the unit what it computes in software
# timeout: 180
#
# The engine has been run on silicon for years; its AES-192/256 key schedule is
# right from 3.0.8 on (padlock-isa.md OSSL-BUG), so bookworm's serves.

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"

KEY=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
IV=f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff	# CTR wraps its last 16 bits on the way
SIZE=1000003	# ends neither at a block nor at a page

native=$(sysroot amd64 openssl)
root=$native	# of the architecture at hand
python3 -c "import random, sys; sys.stdout.buffer.write(random.Random(1).randbytes($SIZE))" > "$OUT/plain"

# enc_args MODE BITS: arguments of `openssl enc`.
enc_args()
{
	printf '%s\n' enc "-aes-$2-$1" -K "${KEY:0:$2 / 4}"
	[ "$1" = ecb ] || printf '%s\n' -iv "$IV"
}

# software ARG...: OpenSSL without the engine, on the host.
software()
{
	OPENSSL_CONF=/dev/null native_in "$native" "$native/usr/bin/openssl" "$@"
}

# accelerated ARCH ARG...: $root's OpenSSL on the CPU under test.
accelerated()
{
	local arch=$1
	shift

	OPENSSL_CONF=/dev/null OPENSSL_ENGINES="$root/usr/lib/$(triplet "$arch")/engines-3" \
		emulated_in "$root" "$arch" "$root/usr/bin/openssl" "$@"
}

# check_engine ARCH: the engine is there and sees the unit.
check_engine()
{
	accelerated "$1" engine -t -c padlock > "$OUT/engine" 2>&1 || true
	cat "$OUT/engine"
	grep -q '(padlock) VIA PadLock (.*, ACE)' "$OUT/engine" || fail "$1: the engine does not see ACE"
	grep -q '\[ available \]' "$OUT/engine" || fail "$1: the engine is not available"
	grep -q 'AES-256-CTR' "$OUT/engine" || fail "$1: the engine lists no AES-256-CTR"
}

# Blocks that the unit must have done at least: CTR comes from ECB where the
# engine does not use the CTR opcode (32 bit, padlock-isa.md section 8).
unit_blocks()
{
	local mode=$1

	if [ "$mode" = ctr ]; then
		echo $(($(stat_of blocks_ctr) + $(stat_of blocks_ecb)))
	else
		stat_of "blocks_$mode"
	fi
}

# check_cipher ARCH MODE BITS: encryption and decryption.
check_cipher()
{
	local arch=$1 mode=$2 bits=$3 args
	readarray -t args < <(enc_args "$mode" "$bits")

	[ -e "$OUT/$mode-$bits" ] || software "${args[@]}" -in "$OUT/plain" -out "$OUT/$mode-$bits"
	for way in -e -d; do
		local in="$OUT/plain" want="$OUT/$mode-$bits"

		[ $way = -e ] || { in="$OUT/$mode-$bits"; want="$OUT/plain"; }
		accelerated "$arch" "${args[@]}" $way -engine padlock -in "$in" -out "$OUT/got" 2> "$OUT/errors" ||
			{ cat "$OUT/errors"; fail "$arch: openssl $mode $bits $way does not run"; }
		cmp "$OUT/got" "$want" || fail "$arch: aes-$bits-$mode $way differs from software"
		[ "$(unit_blocks "$mode")" -ge $((SIZE / 16)) ] ||
			fail "$arch: the unit did only $(unit_blocks "$mode") blocks of aes-$bits-$mode $way"
		[ "$(stat_of stale_key)" = 0 ] || fail "$arch: a stale key was used in aes-$bits-$mode $way"
	done
}

check_digest()
{
	[ "$(accelerated "$1" dgst -engine padlock "-$2" < "$OUT/plain" 2> /dev/null)" = "$(software dgst "-$2" < "$OUT/plain")" ] ||
		fail "$1: $2 differs from software"
}

for arch in $(archs); do
	root=$(sysroot "$arch" openssl)
	check_engine "$arch"
	for mode in ecb cbc cfb ofb ctr; do
		for bits in 128 192 256; do
			check_cipher "$arch" $mode $bits
		done
	done
	check_digest "$arch" sha1
	check_digest "$arch" sha256
	say "$arch: 15 ciphers, both directions"
done

echo "$(archs | tr '\n' ' ')x 15 ciphers x both directions, OpenSSL $(deb_version bookworm amd64 openssl)"
