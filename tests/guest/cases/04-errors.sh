#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: wrong key lengths and text lengths are refused as by the generic drivers
# irq: none
# modules: algif_skcipher

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

IV=000102030405060708090a0b0c0d0e0f

# key BYTES: a key of that length, in hexadecimal.
key()
{
	i=0
	while [ $i -lt "$1" ]; do
		printf %02x $i
		i=$((i + 1))
	done
}

# crypt DRIVER DIRECTION KEYBYTES TEXTBYTES
crypt()
{
	iv=$IV
	[ "$1" != ecb-aes-padlock ] || iv=
	head -c "$4" /bin/busybox | afalg skcipher "$1" "$2" "$(key "$3")" "$iv"
}

# both ways accepted, for text that is as long as it was
must_take()
{
	for direction in encrypt decrypt; do
		[ "$(crypt "$1" $direction "$2" "$3" | wc -c)" = "$3" ] ||
			fail "$1 refuses to $direction $3 bytes with a key of $2"
	done
}

load_ours
for driver in ecb-aes-padlock cbc-aes-padlock ctr-aes-padlock; do
	for bytes in 0 1 8 15 17 23 25 31 33 48 64; do
		must_refuse 'setkey EINVAL' crypt $driver encrypt $bytes 16
	done
	for bytes in 16 24 32; do
		must_take $driver $bytes 4096
	done
done
for bytes in 0 8 16 24 31 33 47 63 65 128; do
	must_refuse 'setkey EINVAL' crypt xts-aes-padlock encrypt $bytes 16
done
for bytes in 32 48 64; do
	must_take xts-aes-padlock $bytes 4096
done

for direction in encrypt decrypt; do
	for bytes in 1 15 17 31 4095; do
		must_refuse 'crypt EINVAL' crypt ecb-aes-padlock $direction 16 $bytes
		must_refuse 'crypt EINVAL' crypt cbc-aes-padlock $direction 16 $bytes
	done
	for bytes in 1 8 15; do
		must_refuse 'crypt EINVAL' crypt xts-aes-padlock $direction 32 $bytes
	done
done
for bytes in 1 15 17 4095; do
	must_take ctr-aes-padlock 16 $bytes
done
for bytes in 16 17 31 33 4095; do
	must_take xts-aes-padlock 32 $bytes
done
