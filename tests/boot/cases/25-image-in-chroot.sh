# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: image made in a chroot without /proc and /sys, on another kernel and a CPU without PadLock: accelerated
# root: bookworm-amd64-bare
# image: bare
# cpu: via-nano
# unit: used
. /run/boot/guest.sh

multi_user
status 0 '^Verdict: accelerated$' 'cryptroot *aes-xts-plain64 *accelerated (xts-aes-padlock)'
