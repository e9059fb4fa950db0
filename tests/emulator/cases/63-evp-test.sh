# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: OpenSSL's own evp_test passes its vectors for AES and SHA with our provider (3.0, 3.5, 3.6), also those of MACs and key derivation on top
# set: user
# irq: none random
# timeout: 900

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"
# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/user.bash"

# build_evp_test ARCH SYSROOT DIR: evp_test with its vectors, from OpenSSL's sources.
build_evp_test()
{
	local src=$3/src file flags=(-w -O1) t

	t=$(triplet "$1")
	mkdir -p "$src" "$3/objects"
	tar -xf "$(orig_fetch bookworm openssl)" -C "$src" --strip-components 1
	[ "$1" = amd64 ] || flags+=(-m32 -march=i686 -mno-sse)
	flags+=(-I"$src/include" -I"$src/apps/include" -I"$src" -I"$2/usr/include" -I"$2/usr/include/$t")
	for file in "$src"/test/testutil/*.c "$src/apps/lib/opt.c"; do
		gcc "${flags[@]}" -c "$file" -o "$3/objects/$(basename "$file" .c).o"
	done
	# a library: evp_test has some of its functions itself
	ar rcs "$3/libtestutil.a" "$3"/objects/*.o
	gcc "${flags[@]}" "$src/test/evp_test.c" -o "$3/evp_test" "$3/libtestutil.a" \
		-L"$2/usr/lib/$t" -lcrypto -Wl,--unresolved-symbols=ignore-in-shared-libs
	cp "$src"/test/recipes/30-test_evp_data/*.txt "$3/"
	rm -rf "$src" "$3/objects" "$3/libtestutil.a"
}

# run_evp_test SUITE PROGRAM: with the OpenSSL of that suite.
run_evp_test()
{
	local name tests=0 count version

	use_suite "$1" "$ARCH"
	{ cat "$root/etc/ssl/openssl.cnf"; cat "$user/padlock.cnf"; } > "$OUT/openssl.cnf"
	for name in evpciph_aes_{common,cts,wrap,ccm_cavs,ocb,siv} evpmd_sha evpmac_common \
		evpkdf_{hkdf,pbkdf2,tls12_prf} evppbe_pbkdf2; do
		OPENSSL_CONF=$OUT/openssl.cnf on_padlock "$2" -config "$OUT/openssl.cnf" "$dir/$name.txt" \
			> "$OUT/log" 2>&1 || { tail -n 30 "$OUT/log"; fail "$1: $name"; }
		count=$(sed -n 's/.*Completed \([0-9]*\) tests with 0 errors.*/\1/p' "$OUT/log")
		[ "${count:-0}" -gt 0 ] || fail "$1: $name ran no test"
		case $name in
		evpciph_aes_common) did blocks_ecb 100; did blocks_cbc 100 ;;
		evpmd_sha) ! has_phe || [ "$MODEL" = via-c7 ] || did bytes_sha256 1000000 ;;
		esac
		tests=$((tests + count))
	done
	version=$(deb_version "$1" "$ARCH" openssl)
	notes+="${notes:+; }$tests tests of 12 files, OpenSSL $version"
}

# The mirror has upstream's sources of bookworm's OpenSSL alone. Its evp_test runs with
# the later ones of the same ABI, too.
version=$(deb_version bookworm amd64 openssl)
dev=$(sysroot "$ARCH" libssl3 libssl-dev)
dir=$(cached evp-test "$ARCH-$(hash_of "$version" "$(declare -f build_evp_test)")" build_evp_test "$ARCH" "$dev") ||
	fail "evp_test cannot be built"
run_evp_test bookworm "$dir/evp_test"
# Debian 13 has no i386 machines any more
if [ "$ARCH" = amd64 ]; then
	run_evp_test trixie "$dir/evp_test"
	run_evp_test sid "$dir/evp_test"
fi
echo "$notes"
