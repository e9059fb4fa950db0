# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: Debian 12 i386, 686 kernel, LUKS1 root on a C7: accelerated from boot
# root: bookworm-i386 luks1
# cpu: via-c7
# unit: used
. /run/boot/guest.sh

multi_user
status 0 '^Verdict: accelerated$' 'cryptroot *aes-cbc-essiv:sha256 *accelerated (essiv(cbc-aes-padlock,sha256'
