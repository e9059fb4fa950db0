#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: known fault: the kernel's tests in full (CRYPTO_MANAGER_EXTRA_TESTS) refuse the stock driver
# kernel: 6.12-debug 6.12-kcsan
# irq: none
# log: allow WARNING: .*(testmgr|alg_test)
# log: allow padlock: warning
#
# They fuzz one transform with encryptions and decryptions in turn, at which the stock
# driver uses the key of the one before.  What they try is random, so that ecb and cbc
# now and then get through.  Ours passes them (00-register).  No case that needs the
# stock driver runs on these kernels.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

# how many of the stock driver's modes the kernel has refused so far
refused()
{
	log_since_start | grep -c '^alg: self-tests for .* using .*-padlock failed'
}

# the kernel warns of a driver that it finds wrong
echo 0 > /proc/sys/kernel/panic_on_warn
loads=0
while [ "$(refused)" = 0 ]; do
	loads=$((loads + 1))
	[ $loads -le 10 ] || fail "ten times in a row the stock driver passed"
	load_stock aes
	unload
done
echo 1 > /proc/sys/kernel/panic_on_warn
note "$(refused) refused, loaded $loads times"
