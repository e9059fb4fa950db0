#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: TrueCrypt, VeraCrypt, BitLocker and plain volumes made elsewhere open through our drivers and hold what software finds in them
# set: suites
# irq: none
# memory: 1024
# timeout: 3600
# packages: coreutils cryptsetup-bin dmsetup e2fsprogs diffutils mount tar util-linux xz-utils
# modules: dm-crypt dm-zero brd loop ext4 lrw algif_skcipher algif_hash

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

SUITE=/suites/cryptsetup

# unpack ARCHIVE FILE: one file of the images of cryptsetup's tests, here.
unpack()
{
	/usr/bin/tar -xJSf "$SUITE/$1-images.tar.xz" --strip-components 1 "$1-images/$2" || fail "no image $2"
}

# attach ARCHIVE FILE: an image of them as $disk.  A loop device of cryptsetup's own would
# go when the volume is closed.
attach()
{
	unpack "$1" "$2"
	disk=$(/usr/sbin/losetup --find --show --read-only "$2") || fail "no loop device for $2"
}

# detach FILE
detach()
{
	/usr/sbin/losetup -d "$disk"
	rm -f "$1"
}

# sum_of DEVICE
sum_of()
{
	/usr/bin/sha256sum "$1" | cut -d ' ' -f 1
}

# same_in_software NAME DRIVER...: /dev/mapper/NAME, just opened, is served by each
# DRIVER; the same table without our drivers gives the same device.  $sum is its sha256.
same_in_software()
{
	_name=$1
	shift
	for _driver; do
		must_use "$_driver"
	done
	sum=$(sum_of "/dev/mapper/$_name")
	dmsetup table --showkeys "$_name" > volume.table
	luks_close "$_name"
	unload
	no_padlock_users
	dmsetup create software volume.table || fail "software does not open $_name"
	[ "$sum" = "$(sum_of /dev/mapper/software)" ] || fail "software finds something else in $_name"
	dmsetup remove software
	load_ours
}

# uuid_is UUID DEVICE
uuid_is()
{
	_uuid=$(blkid -p -o value -s UUID "$2")
	[ "$_uuid" = "$1" ] || fail "$3: the file system's UUID is '$_uuid', not $1"
}

# tcrypt IMAGE DRIVER WORD...: one of TrueCrypt or VeraCrypt.
tcrypt()
{
	image=$1
	driver=$2
	shift 2
	began=$(date +%s)
	attach tcrypt "$image"
	hash=$(echo "$image" | cut -d - -f 2)
	echo aaaaaaaaaaaa | cryptsetup tcryptOpen -r -h "$hash" -c aes "$@" "$disk" volume ||
		fail "$image does not open"
	uuid_is DEAD-BABE /dev/mapper/volume "$image"
	same_in_software volume "$driver"
	detach "$image"
	note "$image: $(($(date +%s) - began)) s"
}

# bitlk IMAGE DRIVER...: one of BitLocker, whose digest images.conf has.
bitlk()
{
	image=$1
	shift
	began=$(date +%s)
	attach bitlk "$image.img"
	unset PW UUID SHA256SUM
	eval "$(sed -n "/^\[$image\]/,/^$/s/^\(PW\|UUID\|SHA256SUM\)=/\1=/p" images.conf)"
	echo "$PW" | cryptsetup bitlkOpen -r "$disk" volume || fail "$image does not open"
	uuid_is "$UUID" /dev/mapper/volume "$image"
	same_in_software volume "$@"
	[ "$sum" = "$SHA256SUM" ] || fail "$image has the digest $sum instead of $SHA256SUM"
	detach "$image.img"
	note "$image: $(($(date +%s) - began)) s"
}

# plain CIPHER BITS DRIVER WORD...: no header; the key is the passphrase's hash.
plain()
{
	cipher=$1
	bits=$2
	driver=$3
	shift 3
	dd if=/lib/modules/ours/padlock-aes.ko of=/dev/ram0 2> /dev/null
	echo "$PASSPHRASE" | cryptsetup open --type plain -c "$cipher" -s "$bits" -h sha256 "$@" /dev/ram0 volume ||
		fail "plain $cipher does not open"
	same_in_software volume "$driver"
	note "plain $cipher, $bits bits $*"
}

modprobe -a loop dm-crypt dm-zero algif_skcipher algif_hash
load_ours

ram_disks 1 4
plain aes-cbc-essiv:sha256 256 cbc-aes-padlock
plain aes-cbc-plain64 128 cbc-aes-padlock --offset 8 --skip 5
plain aes-xts-plain64 512 xts-aes-padlock
plain aes-xts-plain 256 xts-aes-padlock --sector-size 4096
plain aes-ecb 192 ecb-aes-padlock

tcrypt tc_1-sha1-cbc-aes cbc-aes-padlock
tcrypt tc_2-ripemd160-cbc-aes cbc-aes-padlock
tcrypt tc_3-sha512-xts-aes xts-aes-padlock
tcrypt tc_5-sha512-xts-aes xts-aes-padlock
tcrypt sys_vc_1-sha256-xts-aes xts-aes-padlock --tcrypt-system
tcrypt vc_1-sha256-xts-aes xts-aes-padlock

# dm-crypt's Elephant diffuser asks for ecb(aes), in newer kernels (seen on 7.2) the AES
# library instead: the module has the name where it asks.
module=$(find "/lib/modules/$(uname -r)" -name dm-crypt.ko)
[ -f "$module" ] || fail "no file of dm-crypt"
if grep -q 'ecb(aes)' "$module"; then
	elephant=ecb-aes-padlock
	note "Elephant by $elephant"
else
	elephant=''
	note "Elephant by the kernel's library"
fi

unpack bitlk images.conf
bitlk bitlk-aes-cbc-128 cbc-aes-padlock
bitlk bitlk-aes-cbc-elephant-256 cbc-aes-padlock $elephant
bitlk bitlk-aes-xts-128 xts-aes-padlock
bitlk bitlk-aes-xts-256 xts-aes-padlock
