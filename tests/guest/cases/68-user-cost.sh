#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: what OpenSSL's calls cost: its own code, its padlock engine, our provider; at least the published ratios
# set: user
# cpu: via-c7 via-nano
# irq: none
# clock: instructions
# timeout: 900
# packages: openssl

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

export OPENSSL_CONF=/dev/null
OPENSSL_ENGINES=$(echo /usr/lib/*/engines-3)
export OPENSSL_ENGINES
/user/cost /user > costs || fail "cost does not run"
cat costs
[ "$(grep -c . costs)" = 96 ] || fail "$(grep -c . costs) lines, not 96"
while read -r line; do
	note "$line"
done < costs
