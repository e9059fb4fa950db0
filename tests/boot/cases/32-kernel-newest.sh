# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: two kernels, one before our package and one after, headers last: the newest one is accelerated, each image holds its own build
# root: bookworm-amd64-kernels
# cpu: via-nano
# kernel: newest
# unit: used
. /run/boot/guest.sh

multi_user
status 0 '^Verdict: accelerated$' 'the same on disk, in the initramfs and in memory'
images_hold_their_builds 2
