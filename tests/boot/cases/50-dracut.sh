# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: image made by dracut, LUKS2 root: accelerated from boot
# root: bookworm-amd64-dracut
# cpu: via-nano
# append: rd.luks.name=UUID=cryptroot
# unit: used
# timeout: 400
. /run/boot/guest.sh

multi_user
status 0 '^Verdict: accelerated$' 'the same on disk, in the initramfs and in memory'
