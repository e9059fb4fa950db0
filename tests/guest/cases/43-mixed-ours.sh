#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: through dm-crypt our driver writes no wrong sector when encryption follows decryption
# cpu: via-c7 via-nano
# irq: none
# timeout: 240
# packages: cryptsetup-bin e2fsprogs diffutils coreutils
# modules: dm-crypt brd ext4

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh

ram_disks 1 64
head -c 33554432 /dev/urandom > data
number=$(mixed_io load_ours) || exit 1
note "$number of 65536 sectors wrong"
[ "$number" = 0 ] || fail "$number of 65536 sectors are wrong"
