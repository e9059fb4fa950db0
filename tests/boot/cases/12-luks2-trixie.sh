# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: Debian 13, kernel 6.12, LUKS2 root: accelerated from boot
# root: trixie-amd64
# cpu: via-nano2
# unit: used
. /run/boot/guest.sh

multi_user
status 0 '^Verdict: accelerated$' 'cryptroot *aes-xts-plain64 *accelerated (xts-aes-padlock)' \
	'the same on disk, in the initramfs and in memory'
