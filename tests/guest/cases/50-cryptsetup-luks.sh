#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: cryptsetup's own long tests of LUKS1 and LUKS2 and of aligned disks pass with our drivers
# set: suites
# irq: none
# memory: 2048
# timeout: 7200
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
# not align-test2: it passes, but no driver of ours has a part in it
cryptsetup_tests align-test compat-test compat-test2
