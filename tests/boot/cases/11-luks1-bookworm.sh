# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: LUKS1 root (aes-cbc-essiv:sha256): accelerated from boot
# root: bookworm-amd64 luks1
# cpu: via-nano
# unit: used
. /run/boot/guest.sh

multi_user
status 0 '^Verdict: accelerated$' 'cryptroot *aes-cbc-essiv:sha256 *accelerated (essiv(cbc-aes-padlock,sha256'
