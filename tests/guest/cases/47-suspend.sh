#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: suspend to RAM; the firmware leaves the unit disabled at each reset, the kernel and we enable it
# cpu: via-c7 via-nano via-nano2 via-eden-x4
# irq: none
# vcpus: 2
# cpuprops: padlock-reset-off=on
# machine: own sleeps
# packages: coreutils cryptsetup-bin diffutils
# modules: brd dm-crypt algif_hash
#
# Not on zhaoxin-kx: its vendor is Centaur, for which the kernel writes to VIA's
# switch, while the emulated CPU has Zhaoxin's.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh
# shellcheck source=tests/guest/lib/sleep.sh
. /lib/sleep.sh

load_ours
prepare_volume
for round in 1 2; do
	echo "round $round"
	sleep_really 3
	read_volume
done
enabled_again_once
luks_close volume
