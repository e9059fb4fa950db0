# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Encrypted volumes for guest cases; to be sourced after /lib/case.sh.  Needs
# `# packages: cryptsetup-bin e2fsprogs diffutils` (busybox's cmp goes byte by byte)
# and `# modules: dm-crypt brd ext4`.

PASSPHRASE='correct horse battery staple'

# ram_disks NUMBER MIB: new /dev/ram0... of that size, full of zeros.
ram_disks()
{
	[ ! -d /sys/module/brd ] || rmmod brd || fail "the RAM disks are in use"
	modprobe brd rd_nr="$1" rd_size=$(($2 * 1024)) || fail "no RAM disk"
}

# luks_format DISK WORD...: a new volume; WORDs go to cryptsetup.  Few iterations:
# key stretching is not what these cases are about.
luks_format()
{
	_disk=$1
	shift
	printf %s "$PASSPHRASE" | cryptsetup -q luksFormat --pbkdf pbkdf2 \
		--pbkdf-force-iterations 1000 --key-file - "$@" "$_disk" ||
		fail "luksFormat $* failed"
}

luks_open()
{
	printf %s "$PASSPHRASE" | cryptsetup open --key-file - "$1" "$2" ||
		fail "$1 does not open"
}

luks_close()
{
	cryptsetup close "$1" || fail "$1 does not close"
}

# users_of DRIVER: its reference count in /proc/crypto; 1 is no user, 0 that there
# is no such driver.
users_of()
{
	awk -v wanted="$1" '
		$1 == "driver" { here = $3 == wanted }
		$1 == "refcnt" && here { print $3; found = 1; exit }
		END { if (!found) print 0 }' /proc/crypto
}

# must_use DRIVER: whoever opened the volume just now got this driver.
must_use()
{
	[ "$(users_of "$1")" -gt 1 ] ||
		fail "the volume does not use $1: $(grep -c . /proc/crypto) lines of /proc/crypto, refcnt $(users_of "$1")"
}

# no_padlock_users: nobody uses any PadLock driver.
no_padlock_users()
{
	! grep -q '^driver.*padlock' /proc/crypto || fail "a PadLock driver is still registered"
}

# make_tree DEVICE: a file system with real files, unmounted again.
make_tree()
{
	mkfs.ext4 -q "$1" || fail "mkfs.ext4 failed"
	mount -t ext4 "$1" /mnt || fail "the new file system does not mount"
	cp -a /lib/modules/*/kernel/crypto /mnt/ || fail "copying failed"
	umount /mnt || fail "umount failed"
}

# sums_of DIR: name and checksum of every file below.
sums_of()
{
	(cd "$1" && find . -type f -exec sha256sum {} + | sort -k 2)
}

# source_sums FILE: those of what make_tree copies, made once.
source_sums()
{
	[ -s "$1" ] || (cd /lib/modules/*/kernel/crypto && sums_of .) > "$1"
}

# same_tree DEVICE: it holds what make_tree copied, byte for byte.
same_tree()
{
	mount -t ext4 -o ro,noload "$1" /mnt || fail "the file system does not mount again"
	sums_of /mnt/crypto > /tmp/sums
	umount /mnt || fail "umount failed"
	source_sums /tmp/source-sums
	[ -s /tmp/sums ] || fail "the file system is empty"
	/usr/bin/cmp -s /tmp/source-sums /tmp/sums || fail "files came back different"
}

# both_ways DRIVER MIB WORD...: on disks of MIB mebibytes, a volume formatted with the cryptsetup WORDs, filled
# through our driver (DRIVER must be the one that serves it) and read in software;
# then its plain contents written in software below the same header, which must
# give the same device byte for byte and be read through our driver.
both_ways()
{
	driver=$1
	mib=$2
	shift 2
	echo "both ways: $*"

	ram_disks 2 "$mib"
	luks_format /dev/ram0 "$@"
	dd if=/dev/ram0 of=/dev/ram1 bs=1M 2> /dev/null

	load_ours
	luks_open /dev/ram0 first
	must_use "$driver"
	make_tree /dev/mapper/first
	luks_close first
	unload

	no_padlock_users
	luks_open /dev/ram0 first
	same_tree /dev/mapper/first
	luks_open /dev/ram1 second
	dd if=/dev/mapper/first of=/dev/mapper/second bs=1M 2> /dev/null
	luks_close first
	luks_close second
	/usr/bin/cmp /dev/ram0 /dev/ram1 || fail "software and PadLock write different devices: $*"

	load_ours
	luks_open /dev/ram1 second
	must_use "$driver"
	same_tree /dev/mapper/second
	luks_close second
	unload
}

# unit_blocks: AES blocks that the emulated unit has done so far.
unit_blocks()
{
	counters | awk '/^blocks_/ { sum += $2 } END { print sum }'
}

# cbc_open NAME: the first RAM disk as a plain aes-cbc-plain64 mapping.  Other than
# essiv and xts, this mode uses no second key, which would make the unit forget the
# first one between two sectors.
cbc_open()
{
	head -c 32 /bin/busybox | cryptsetup open --type plain --cipher aes-cbc-plain64 \
		--key-size 256 --key-file - /dev/ram0 "$1" || fail "no plain mapping"
}

# mixed_io LOAD: one process writes the first 32 MiB of a mapping on the driver
# that LOAD loads, while others read sectors behind, on one CPU, so that encryption
# often follows decryption with no interrupt between; prints how many of the 65,536
# written sectors software then finds wrong.
mixed_io()
{
	$1 aes
	cbc_open mixed
	must_use cbc-aes-padlock
	rm -f stop
	for reader in 1 2 3; do
		until [ -e stop ]; do
			/usr/bin/dd if=/dev/mapper/mixed of=/dev/null bs=4k skip=$((7168 + reader * 1024)) \
				count=1024 iflag=direct 2> /dev/null
		done &
	done
	/usr/bin/dd if=data of=/dev/mapper/mixed bs=4k oflag=direct 2> /dev/null
	: > stop
	wait
	luks_close mixed
	unload
	cbc_open mixed
	wrong-sectors data /dev/mapper/mixed
	luks_close mixed
}
