#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: fscrypt on ext4: what is written through our drivers (contents xts, names cts(cbc)) is read in software, and back
# set: suites
# irq: none random
# timeout: 300
# packages: e2fsprogs xfsprogs diffutils
# modules: brd ext4 cts

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

# unlocked: the file system mounted, its key added; sets id.
unlocked()
{
	mount -t ext4 /dev/ram0 /mnt || fail "the file system does not mount"
	# xfs_io does this for other file systems, too
	id=$(head -c 64 /bin/busybox | xfs_io -c add_enckey /mnt | awk '{ print $NF }')
	[ -n "$id" ] || fail "the key cannot be added"
}

# fill NAME: files of all sizes around a block, with long and short names.
fill()
{
	mkdir "/mnt/secret/$1" || fail "no folder $1"
	for size in 0 1 15 16 17 4095 4096 4097 65536 300000; do
		head -c $size /bin/busybox > "/mnt/secret/$1/file of $size bytes" || fail "cannot write $size bytes"
	done
}

# same NAME: they are all there.
same()
{
	for size in 0 1 15 16 17 4095 4096 4097 65536 300000; do
		head -c $size /bin/busybox | /usr/bin/cmp - "/mnt/secret/$1/file of $size bytes" ||
			fail "$1: $size bytes came back different"
	done
}

ram_disks 1 32
mkfs.ext4 -q -O encrypt /dev/ram0 || fail "mkfs.ext4 failed"
load_ours
unlocked
mkdir /mnt/secret
# contents AES-256-XTS, names AES-256-CTS
xfs_io -c "set_encpolicy -v 2 -c 1 -n 4 $id" /mnt/secret || fail "no policy"
fill ours
must_use xts-aes-padlock
grep -q '^driver *: cts(cbc-aes-padlock)' /proc/crypto || fail "names do not use cts(cbc-aes-padlock)"
umount /mnt
unload

no_padlock_users
unlocked
same ours
fill software
umount /mnt

load_ours
unlocked
same software
must_use xts-aes-padlock
umount /mnt
unload
