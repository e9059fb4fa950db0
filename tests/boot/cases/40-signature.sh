# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: signatures enforced, DKMS's key not enrolled: opens in software, status says refused: signature
# root: bookworm-amd64
# cpu: via-nano
# append: module.sig_enforce=1
# unit: idle
. /run/boot/guest.sh

multi_user
status 1 'refused: signature' 'sudo mokutil --import /var/lib/dkms/mok.pub' \
	'cryptroot (aes-xts-plain64) is on software'
