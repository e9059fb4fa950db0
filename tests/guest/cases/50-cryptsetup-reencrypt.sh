#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: cryptsetup's own test of reencryption in place passes with our drivers
# set: suites
# irq: none
# memory: 2048
# timeout: 14400
# packages: bash coreutils cryptsetup-bin dmsetup e2fsprogs expect file gawk keyutils kmod mount procps sharutils tar util-linux util-linux-extra xz-utils
# modules: dm-crypt dm-delay dm-integrity loop scsi_debug sd_mod ext4 vfat nls_cp437 nls_ascii xfs twofish_generic serpent_generic algif_skcipher algif_hash

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh
# shellcheck source=tests/guest/lib/cryptsetup.sh
. /lib/cryptsetup.sh

cryptsetup_copy
modprobe -a loop dm-crypt sd_mod algif_skcipher algif_hash
load_ours
cryptsetup_tests luks2-reencryption-test
