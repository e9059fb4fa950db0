# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: padlock-status with a driver that fails the kernel's self-test (a build that decrypts XTS wrongly)
# root: bookworm-amd64-plain plain
# cpu: via-nano
# log: allow WARNING: .*(testmgr|alg_test)
. /run/boot/guest.sh

multi_user
modprobe -r padlock_aes || fail "the module does not unload"
insmod /root/faulty/padlock-aes.ko || fail "the faulty module does not load"
# what failed is taken back, so such a volume opens in software
status 1 'xts(aes): self-test failed' 'cbc-aes-padlock .*self-test passed'
open_volume vault
status 1 'vault *aes-xts-plain64 *software' 'self-test failed' 'please report it with the output of dmesg'
