#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: openssl list, enc, dgst, s_server and s_client through our provider give what they give in software
# set: user
# suite: bookworm trixie sid
# cpu: via-nano via-c7
# irq: none
# timeout: 900
# packages: openssl

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/user.sh
. /lib/user.sh

KEY=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
IV=f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff

# enc_both MODE BITS SIZE: encrypted and decrypted by either.
enc_both()
{
	_iv="-iv $IV"
	[ "$1" != ecb ] || _iv=
	head -c "$3" plain > in
	# shellcheck disable=SC2086 # two words, or none
	set -- "-aes-$2-$1" -K "$(echo $KEY | cut -c "1-$(($2 / 4))")" $_iv
	openssl enc "$@" -in in -out ours || fail "openssl enc $*"
	software openssl enc "$@" -in in -out theirs || fail "openssl enc $* in software"
	cmp ours theirs || fail "openssl enc $* differs from software"
	openssl enc -d "$@" -in theirs -out back || fail "openssl enc -d $*"
	cmp back in || fail "openssl enc -d $* differs from what was encrypted"
}

# tls CIPHER SERVER CLIENT: 1 MiB from s_server to s_client. SERVER and CLIENT are '' or
# `software`.
tls()
{
	# CBC with SHA-1 is below the default level
	case $1 in
	TLS_*) _options="-tls1_3 -ciphersuites $1" ;;
	*) _options="-tls1_2 -cipher $1:@SECLEVEL=0" ;;
	esac
	# that of the last server must not be taken for this one's
	rm -f server.log
	# shellcheck disable=SC2086 # several words
	$2 openssl s_server -WWW -accept 4433 -cert cert.pem -key key.pem $_options > server.log 2>&1 &
	_server=$!
	wait_for ACCEPT server.log
	# shellcheck disable=SC2086 # several words
	printf 'GET /data HTTP/1.0\r\n\r\n' |
		$3 openssl s_client -connect localhost:4433 $_options -ign_eof > got 2> client.log ||
		{ cat client.log; fail "s_client $1"; }
	kill $_server
	wait $_server 2> /dev/null
	grep -q "Cipher is $1" got || { grep Cipher got; fail "s_client did not use $1"; }
	# what the server sent, without what s_client says before and after
	_sum=$(sed -n '/^BEGIN$/,/^END$/p' got | md5sum)
	[ "$_sum" = "$(md5sum < data)" ] || fail "$1: what arrived is not what was sent"
}

install_provider
openssl list -providers > providers || fail "openssl list -providers"
grep -q '^  padlock$' providers || fail "no padlock among the providers"
grep -q '^  default$' providers || fail "no default among the providers"
random_file plain 1
version=$(openssl version | cut -d ' ' -f 2)

before=$(aes_blocks)
for mode in ecb cbc cfb ofb ctr; do
	for bits in 128 192 256; do
		for size in 1 100000; do
			enc_both $mode $bits $size
		done
	done
done
# 100000 / 16 blocks, there and back, of 15 ciphers
[ $(($(aes_blocks) - before)) -ge $((15 * 2 * 6250)) ] || fail "enc: the unit did $(($(aes_blocks) - before)) blocks"

for name in sha1 sha224 sha256; do
	before=$(sum_of bytes_sha1 bytes_sha256)
	# 16 KiB is what a C7 still does with the unit
	head -c 16000 plain > in
	[ "$(openssl dgst -$name in)" = "$(software openssl dgst -$name in)" ] || fail "dgst -$name"
	[ $(($(sum_of bytes_sha1 bytes_sha256) - before)) -ge 15900 ] || fail "dgst -$name: not by the unit"
	[ "$(openssl dgst -$name plain)" = "$(software openssl dgst -$name plain)" ] || fail "dgst -$name of 1 MiB"
done

network
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=localhost > req.log 2>&1 ||
	{ cat req.log; fail "openssl req"; }
{ echo BEGIN; head -c 700000 /dev/urandom | base64; echo END; } > data
for cipher in ECDHE-RSA-AES128-GCM-SHA256 ECDHE-RSA-AES256-GCM-SHA384 ECDHE-RSA-AES128-SHA \
	ECDHE-RSA-AES256-SHA ECDHE-RSA-AES128-SHA256 ECDHE-RSA-AES256-SHA384 AES128-SHA256 \
	TLS_AES_128_GCM_SHA256 TLS_AES_256_GCM_SHA384; do
	used "TLS $cipher, server" 50000 tls $cipher '' software
	used "TLS $cipher, client" 50000 tls $cipher software ''
done
note "OpenSSL $version: 15 ciphers, 3 digests, 9 TLS suites each way"
