#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: published test vectors through AF_ALG: NIST CAVP for AES and SHA, RFC 3686, Wycheproof
# irq: none random
# modules: algif_skcipher algif_hash
# timeout: 600

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

# answers KIND DRIVER...: every vector of that kind for these drivers is right.
answers()
{
	kind=$1
	shift
	for driver; do
		need_driver "$driver"
		said=$(grep "^$kind $driver " /vectors/all | afalg vectors) || fail "$driver: $kind: $said"
		note "$driver: $kind: $said"
	done
}

load_ours
modprobe -a algif_skcipher algif_hash || fail "no AF_ALG in this kernel"
! grep -m 1 "^crypt ecb-aes-padlock" /vectors/all | sed 's/0$/1/;t;s/.$/0/' | afalg vectors ||
	fail "afalg takes a wrong answer for right"
answers crypt ecb-aes-padlock cbc-aes-padlock ctr-aes-padlock xts-aes-padlock
case $MODEL in
via-c3) hashes="" ;;
via-c7) hashes="sha1-padlock sha256-padlock" ;;
*) hashes="sha1-padlock sha224-padlock sha256-padlock" ;;
esac
# shellcheck disable=SC2086 # one word a driver
answers hash $hashes
# 100,000 digests each: where the unit is not interrupted
# shellcheck disable=SC2086
[ "$IRQ" != none ] || answers monte $hashes
