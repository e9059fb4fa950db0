# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: MODULES=dep and a wrong entry in the list of modules, image made on a CPU without PadLock: accelerated on a CPU with it
# root: bookworm-amd64
# cpu: none via-nano
# unit: idle used
# timeout: 900
. /run/boot/guest.sh

multi_user
if [ "$1" = 1 ]; then
	small_images
	before=$(stat -c %s "/boot/initrd.img-$(uname -r)")
	# what people wrote there for older systems
	echo padlock >> /etc/initramfs-tools/modules
	update-initramfs -u > /run/said 2>&1 || fail "update-initramfs failed"
	cat /run/said
	grep -q '^W: padlock: .*modules lists "padlock", which is no module' /run/said ||
		fail "no warning about a module that is none"
	[ "$(lsinitramfs "/boot/initrd.img-$(uname -r)" | grep -c 'padlock.*\.ko')" = 2 ] ||
		fail "the image has not exactly our two modules"
	after=$(stat -c %s "/boot/initrd.img-$(uname -r)")
	[ "$after" -lt "$before" ] || fail "the image is not smaller: was it made with MODULES=dep?"
	note "image: $before bytes with MODULES=most, $after with MODULES=dep"
	next_boot
else
	status 0 '^Verdict: accelerated$' 'cryptroot *aes-xts-plain64 *accelerated (xts-aes-padlock)' \
		'the same on disk, in the initramfs and in memory'
fi
