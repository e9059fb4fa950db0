# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: kernel without headers: one warning, image untouched, opens in software, status names the remedy; that done: accelerated
# root: bookworm-amd64-noheaders
# cpu: via-nano via-nano
# unit: any used
# timeout: 1500
. /run/boot/guest.sh

multi_user
if [ "$1" = 1 ]; then
	count=$(grep -c '^padlock-dkms: warning: the headers of kernel' /run/boot/packages.log)
	[ "$count" = 1 ] || fail "$count warnings at package time, not one"
	[ -z "$(find "/boot/initrd.img-$(uname -r)" -newer /var/lib/dpkg/info/padlock-dkms.list)" ] ||
		fail "the package has made the image anew, for nothing"
	status 1 'module not built: headers missing' "sudo apt install linux-headers-$(uname -r)" \
		"sudo dkms autoinstall -k $(uname -r)" 'cryptroot (aes-xts-plain64) is on software'
	small_images
	# as files, since the machine has no network
	apt-get -q -y install /root/debs/*.deb || fail "the headers cannot be installed"
	dkms autoinstall -k "$(uname -r)" || fail "dkms autoinstall failed"
	next_boot
else
	status 0 '^Verdict: accelerated$' 'the same on disk, in the initramfs and in memory'
fi
