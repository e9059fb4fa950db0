#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: on a CPU without PadLock the drivers refuse to load and say nothing
# cpu: none

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

# TAINT_OOT_MODULE and TAINT_UNSIGNED_MODULE: what any module from outside the
# kernel's tree leaves on a Debian kernel, loaded or not.
OUT_OF_TREE=12288

for driver in aes sha; do
	load_needs $driver
	must_refuse 'No such device' insmod "$OURS/padlock-$driver.ko"
	[ ! -d /sys/module/padlock_$driver ] || fail "padlock_$driver stays"
	must_refuse 'No such device' modprobe "padlock-$driver"
done
padlock_lines > said
[ ! -s said ] || fail "the log says: $(cat said)"
! grep -q padlock /proc/crypto || fail "something is registered"
taint=$(cat /proc/sys/kernel/tainted)
[ "$taint" = $OUT_OF_TREE ] || fail "the kernel is tainted with $taint"
