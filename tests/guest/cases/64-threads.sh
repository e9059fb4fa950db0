#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: four threads with keys of their own on two CPUs, and two processes besides, 100000 operations each: our provider never mixes them
# set: user
# cpu: via-nano via-c7
# irq: none random
# vcpus: 2
# timeout: 900
# packages: openssl

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

/user/compare /user threads 1 100000 > one.log 2>&1 &
one=$!
/user/compare /user threads 1 100000 > other.log 2>&1 &
other=$!
/user/compare /user threads 4 100000 > four.log 2>&1 || fail "$(head -n 1 four.log)"
wait $one || fail "$(head -n 1 one.log)"
wait $other || fail "$(head -n 1 other.log)"
note "$(cat four.log); twice: $(cat one.log)"
