#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: a unit that is present but disabled: refused, in one sentence that says who disabled it
# irq: none
# cpuprops: padlock-disabled=on
# packages: kmod

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

refused()
{
	flag=$1 driver=$2
	cpu_has "$flag" || fail "the CPU does not even have $flag"
	! cpu_has "${flag}_en" || fail "$flag is enabled"
	load_needs "$driver"
	padlock_lines > before
	# busybox's insmod would try twice
	must_refuse 'No such device' /usr/sbin/insmod "$OURS/padlock-$driver.ko"
	padlock_lines | tail -n +$(($(wc -l < before) + 1)) > said
	[ "$(wc -l < said)" = 1 ] || fail "padlock-$driver says: $(cat said)"
	grep -q 'present but disabled.*firmware.*hypervisor' said ||
		fail "padlock-$driver does not say who disabled it: $(cat said)"
}

refused ace aes
[ "$MODEL" = via-c3 ] || refused phe sha
! grep -q padlock /proc/crypto || fail "something is registered"
