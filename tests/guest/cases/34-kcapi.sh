#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: libkcapi's own tests of hashes and ciphers have the same outcome with our drivers as in software
# set: suites
# irq: none random
# timeout: 1800
# packages: bash coreutils file
# modules: algif_skcipher algif_hash

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

# outcomes FILE: of each test, without colours.
outcomes()
{
	bash ./test.sh > log 2>&1
	sed -n 's/^.*\[\([A-Z]*ED\): [^]]*\][^ ]*/\1/p' log > "$1"
	[ "$(grep -c ^PASSED "$1")" -gt 50 ] || fail "only $(grep -c ^PASSED "$1") of libkcapi's tests passed: $(tail -n 3 log)"
}

# What follows is about AIO, AEAD, RSA and key derivation, and takes half an hour.
cp -r /suites/kcapi /tmp/kcapi
sed -i '/^# Parallel AIO requests/,$d' /tmp/kcapi/test.sh
mkdir -p /var/tmp
cd /tmp/kcapi || exit 1
modprobe -a algif_skcipher algif_hash
outcomes software
load_ours
before=$(counter blocks_ecb)
outcomes ours
[ "$(counter blocks_ecb)" -gt "$before" ] || fail "libkcapi did not use the unit"
diff software ours > difference || fail "other outcomes with our drivers: $(head -n 5 difference)"
note "$(grep -c ^PASSED ours) passed, $(grep -c ^FAILED ours) failed with and without our drivers"
