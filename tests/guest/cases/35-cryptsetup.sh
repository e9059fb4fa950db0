#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: cryptsetup's own test vectors and tests of cipher modes, LUKS1 and loop-AES pass with our drivers
# set: suites
# irq: none
# memory: 1024
# timeout: 3600
# packages: bash coreutils cryptsetup-bin dmsetup e2fsprogs expect file mount sharutils tar util-linux xz-utils gawk
# modules: dm-crypt loop brd twofish_generic serpent_generic algif_skcipher algif_hash

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh
# shellcheck source=tests/guest/lib/cryptsetup.sh
. /lib/cryptsetup.sh

cryptsetup_copy
modprobe -a loop dm-crypt algif_skcipher algif_hash
load_ours
cryptsetup_tests vectors-test mode-test luks1-compat-test loopaes-test
