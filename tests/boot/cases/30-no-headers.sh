# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: kernel without headers: one warning at package time, opens in software, status names cause and remedy
# root: bookworm-amd64-noheaders
# cpu: via-nano
. /run/boot/guest.sh

multi_user
count=$(grep -c '^padlock-dkms: warning: the headers of kernel' /run/boot/packages.log)
[ "$count" = 1 ] || fail "$count warnings at package time, not one"
status 1 'module not built: headers missing' "sudo apt install linux-headers-$(uname -r)" \
	"sudo dkms autoinstall -k $(uname -r)" 'cryptroot (aes-xts-plain64) is on software'
