# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: padlock-status when the in-tree copy is loaded instead of ours
# root: bookworm-amd64-plain plain
# cpu: via-nano
. /run/boot/guest.sh

multi_user
modprobe -r padlock_aes padlock_sha || fail "the modules do not unload"
insmod "/lib/modules/$(uname -r)/kernel/drivers/crypto/padlock-aes.ko" || fail "the in-tree driver does not load"
status 1 "padlock_aes: the kernel's own copy is loaded instead of ours" 'padlock_sha: module not loaded'
