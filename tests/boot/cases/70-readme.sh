# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: the README's commands in the order in which they stand there: install, verify, uninstall; DKMS; by hand
# root: bookworm-amd64-readme plain
# cpu: via-nano via-nano
# timeout: 2400
#
# Not here: "See it work" (71-readme-host), "Arch" and "Fedora" (02-arch-fedora, as
# far as Debian can), "Secure Boot" (41-secure-boot), "OpenSSL" (64-package of
# `make check-user`).
. /run/boot/guest.sh

# gone: neither modules nor anything else of ours is on the disk or in the image.
gone()
{
	find /usr/src/padlock-* /usr/lib/padlock /usr/bin/padlock-status /usr/lib/modprobe.d/padlock.conf \
		/var/lib/dkms/padlock /lib/modules/*/updates -name '*padlock*' 2> /dev/null | grep . &&
		fail "after uninstalling, these are left"
	lsinitramfs "/boot/initrd.img-$(uname -r)" | grep padlock && fail "after uninstalling, the image still has this"
	case $(modinfo -n padlock_aes) in
	*/kernel/drivers/crypto/*) ;;
	*) fail "modprobe would load $(modinfo -n padlock_aes)" ;;
	esac
}

# loaded_from_disk: what is in memory is the module on the disk, and it is ours.
loaded_from_disk()
{
	[ "$(cat /sys/module/padlock_aes/srcversion)" = "$(modinfo -F srcversion padlock_aes)" ] ||
		fail "the module in memory is not the one on the disk"
}

multi_user
cd /root/padlock-linux || fail "no sources"
if [ "$1" = 1 ]; then
	[ "$(readme_sections)" = "See it work
Debian and Ubuntu
Arch
Fedora
Secure Boot
See that it is used
Uninstall
Install without a package
Volumes
OpenSSL" ] || fail "the README has other sections with commands: $(readme_sections)"
	small_images
	follow 'Debian and Ubuntu'
	next_boot
	exit
fi

open_volume NAME
follow 'See that it is used'
for text in '^Verdict: accelerated$' 'padlock: Using VIA PadLock ACE for AES' 'driver .*: xts-aes-padlock' \
	'cipher: *aes-xts-plain64' 'Timing buffered disk reads'; do
	grep -q "$text" /run/followed || fail "verifying does not show: $text"
done
cryptsetup close NAME

follow Uninstall
gone

follow 'Install without a package' 1
grep -q "padlock.*$(uname -r).*: installed" "$(dkms status > /run/dkms; echo /run/dkms)" ||
	fail "DKMS has not installed it: $(cat /run/dkms)"
lsinitramfs "/boot/initrd.img-$(uname -r)" | grep -q 'dkms/padlock-aes.ko' || fail "not in the image"
follow 'Install without a package' 2
gone

follow 'Install without a package' 3
loaded_from_disk
open_volume second
dmsetup table second | grep -q aes-xts-plain64 || fail "no volume"
[ "$(awk -v RS= '/driver *: xts-aes-padlock/ { print }' /proc/crypto | sed -n 's/^refcnt *: //p')" -gt 1 ] ||
	fail "the volume is not served by xts-aes-padlock"
cryptsetup close second
follow 'Install without a package' 4
gone

truncate -s 64M /root/new.img
follow Volumes '' '/luksFormat/s:\.\.\.:-q --pbkdf pbkdf2 --pbkdf-force-iterations 1000 /root/new.img /run/key:
	/ open /s:\.\.\.:--key-file /run/key /root/new.img new:'
dmsetup table new | grep -q 'no_read_workqueue no_write_workqueue.* sector_size:4096' ||
	dmsetup table new | grep -q 'sector_size:4096.* no_read_workqueue no_write_workqueue' ||
	fail "the new volume is not as asked for: $(dmsetup table new)"
note "$(uname -r): package, DKMS and plain module installed and removed by the README's commands"
