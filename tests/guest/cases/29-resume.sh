#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: a unit that is disabled after sleep is enabled again and used, and the log says so once
# irq: none
# packages: coreutils cryptsetup-bin diffutils
# modules: brd dm-crypt algif_hash msr
#
# Sleep in all its steps but the last one, so the unit is switched off before.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/luks.sh
. /lib/luks.sh
# shellcheck source=tests/guest/lib/sleep.sh
. /lib/sleep.sh

load_ours
prepare_volume
read_volume
for round in 1 2; do
	echo "round $round"
	unit_off
	sleep_test core
	read_volume
done
enabled_again_once
sleep_test core
read_volume
luks_close volume
