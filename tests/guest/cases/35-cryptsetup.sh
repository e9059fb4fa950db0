#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: cryptsetup's own tests of cipher modes, LUKS1 and loop-AES pass with our drivers
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

# Those that are about ciphers.  tcrypt-compat-test and bitlk-compat-test derive keys in
# up to a million rounds an image, and did not end within ten minutes here; align-test
# skips itself, it wants a SCSI disk; the others (tokens, header repair, keyrings) meet no driver of
# ours in a way of their own.
TESTS='mode-test luks1-compat-test loopaes-test'

cp -r /suites/cryptsetup /tmp/tests
cd /tmp/tests || exit 1
mkdir -p /etc /run/cryptsetup /run/lock
ln -sf /proc/self/fd/0 /dev/stdin
modprobe -a loop dm-crypt
load_ours
failed=''
for name in $TESTS; do
	[ -x "$name" ] || fail "cryptsetup has no $name"
	blocks=$(unit_blocks)
	began=$(date +%s)
	CRYPTSETUP_PATH=/usr/sbin PATH=/usr/sbin:/usr/bin bash "./$name" > "$name.log" 2>&1
	status=$?
	if [ $status != 0 ]; then
		tail -n 20 "$name.log"
		failed="$failed $name"
		continue
	fi
	blocks=$(($(unit_blocks) - blocks))
	[ $blocks -gt 0 ] || fail "$name did not use the unit"
	note "$name passed: $blocks blocks by the unit, $(($(date +%s) - began)) s"
done
[ -z "$failed" ] || fail "failed:$failed"
