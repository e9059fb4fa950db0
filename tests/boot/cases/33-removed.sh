# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: package removed: nothing of ours on disk or in the image, the in-tree driver is back
# root: bookworm-amd64-removed
# cpu: via-nano
. /run/boot/guest.sh

multi_user
lsinitramfs "/boot/initrd.img-$(uname -r)" | grep -i padlock && fail "the image still has something of ours"
# What other packages have by that name: the in-tree drivers, kernel headers,
# OpenSSL's engine.
find /usr /etc /lib/modules /var/lib/dkms -iname '*padlock*' |
	grep -v -e '/kernel/drivers/crypto/' -e '^/usr/src/linux-headers-' -e '/engines-3/padlock.so$' &&
	fail "the disk still has something of ours"
case $(modinfo -n padlock_aes) in
*/kernel/drivers/crypto/padlock-aes.ko*) ;;
*) fail "modprobe would load $(modinfo -n padlock_aes)" ;;
esac
# udev has loaded it by the CPU's alias, as ever
[ -e /sys/module/padlock_aes/initstate ] || fail "the in-tree driver is not loaded"
[ ! -e /sys/module/padlock_aes/version ] || fail "ours is loaded"
note "in-tree padlock_aes on disk and in memory, none in the image"
