#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: kmemleak finds nothing that the cases before in this machine, or loading and unloading, have lost
# kernel: 6.12-debug
# timeout: 240

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

KMEMLEAK=/sys/kernel/debug/kmemleak

# Younger objects than 5 seconds are passed over, and the first sight of one is not
# reported.
scan()
{
	sleep 6
	echo scan > $KMEMLEAK
	sleep 1
	echo scan > $KMEMLEAK
}

[ -w $KMEMLEAK ] || fail "no kmemleak in this kernel"
load_ours
unload
scan
found=$(grep -c '^unreferenced object' $KMEMLEAK)
[ "$found" = 0 ] || { cat $KMEMLEAK; fail "$found objects lost"; }
