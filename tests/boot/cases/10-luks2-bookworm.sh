# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: LUKS2 root (aes-xts-plain64), DKMS, update-initramfs: accelerated from boot
# root: bookworm-amd64
# cpu: via-nano
# unit: used
# check: yes
. /run/boot/guest.sh

multi_user
status 0 '^Verdict: accelerated$' 'cryptroot *aes-xts-plain64 *accelerated (xts-aes-padlock)' \
	'the same on disk, in the initramfs and in memory'
