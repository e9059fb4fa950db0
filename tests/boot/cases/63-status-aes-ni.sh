# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: padlock-status on a Zhaoxin, where AES-NI goes before PadLock
# root: bookworm-amd64-plain plain
# cpu: zhaoxin-kx
. /run/boot/guest.sh

multi_user
modprobe aesni_intel || fail "this CPU has no AES-NI"
open_volume data
status 0 'data *aes-xts-plain64 *aes-ni (xts-aes-aesni)' '^Verdict: accelerated$'
