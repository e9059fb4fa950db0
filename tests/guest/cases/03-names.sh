#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: allocation by driver name, the in-tree names too, gives the right results; also through dm-crypt's capi:
# irq: none
# packages: cryptsetup-bin e2fsprogs diffutils
# modules: dm-crypt brd ext4 algif_skcipher algif_hash

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh
KEY=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
IV=ffffffffffffffffffffffffffffff7f

# cipher NAME GENERIC [IV]: what NAME encrypts, GENERIC decrypts.
cipher()
{
	afalg skcipher "$1" encrypt $KEY "$3" < text > secret || fail "$1 cannot be used"
	afalg skcipher "$2" decrypt $KEY "$3" < secret | cmp -s - text ||
		fail "$1 and $2 differ"
}

# digest NAME PROGRAM: NAME gives what busybox's PROGRAM does.
digest()
{
	[ "$(afalg hash "$1" < text)" = "$($2 < text | cut -d' ' -f1)" ] || fail "$1 is wrong"
}

# mapping CIPHER: sets up (and shows the user of) a mapping of the RAM disk.
mapping()
{
	dmsetup create capi --table "0 2048 crypt $1 $KEY 0 /dev/ram0 0" || fail "no mapping with $1"
}

head -c 4080 /bin/busybox > text
load_ours

# generic C: the library's, where it has drivers (since 7.0)
aes='aes-generic' sha224='sha224-generic'
! grep -q '^driver *: aes-lib$' /proc/crypto || aes='aes-lib'
! grep -q '^driver *: sha224-lib$' /proc/crypto || sha224='sha224-lib'

cipher 'ecb(aes-padlock)' "ecb($aes)" ''
cipher ecb-aes-padlock "ecb($aes)" ''
cipher cbc-aes-padlock "cbc($aes)" $IV
cipher ctr-aes-padlock "ctr($aes)" $IV
cipher xts-aes-padlock "xts(ecb($aes))" $IV
case $MODEL in
via-c3) ;;
via-c7)	digest sha1-padlock sha1sum
	digest sha256-padlock sha256sum ;;
*)	for name in sha1-padlock sha1-padlock-nano; do digest $name sha1sum; done
	for name in sha256-padlock sha256-padlock-nano; do digest $name sha256sum; done
	afalg hash sha224-padlock < text > secret
	afalg hash $sha224 < text | cmp -s - secret || fail "sha224-padlock is wrong" ;;
esac

ram_disks 1 1
mapping capi:cbc-aes-padlock-plain64
must_use cbc-aes-padlock
dd if=/bin/busybox of=/dev/mapper/capi bs=64k count=16 2> /dev/null
dmsetup remove capi
unload
mapping aes-cbc-plain64
cmp -n 1048576 /dev/mapper/capi /bin/busybox || fail "capi:cbc-aes-padlock-plain64 is not aes-cbc-plain64"
dmsetup remove capi
