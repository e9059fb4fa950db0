# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: padlock-status on a defective unit, whose drivers fail the kernel's self-test: volumes open, in software
# root: bookworm-amd64-plain plain
# cpu: via-nano
# cpuprops: padlock-defect=long
# log: allow WARNING: .*(testmgr|alg_test)
. /run/boot/guest.sh

multi_user
status 1 'xts(aes): self-test failed' 'cbc(aes): self-test failed' 'sha256-padlock-nano .*self-test passed'
open_volume vault
status 1 'vault *aes-xts-plain64 *software' 'self-test failed' 'please report it with the output of dmesg'
