#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: suspend to RAM; the firmware leaves the unit disabled at each reset, the kernel and we enable it
# kernel: *-amd64 *-686 *-686-pae 6.12-debug
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
#
# Not on 6.12-kcsan: KCSAN's checks are compiled into restore_processor_state, and read
# the current task before the base of %gs is back.  That is a triple fault, on a CPU
# without PadLock and without our modules too.

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
