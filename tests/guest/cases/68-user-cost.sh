#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: what OpenSSL's calls cost: its own code, its padlock engine, our provider; never more than the engine but for the key, and the ratios of README.md
# set: user
# cpu: via-c7 via-nano
# irq: none
# clock: instructions
# timeout: 900
# packages: openssl

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

# The unit's time to read a key of round keys (emulator/padlock.c): the engine lets a
# key stay in the unit from call to call, which in ECB it then has for nothing.
KEY_LOAD=105

# Times software at 8192 bytes. Those published from silicon are 44 (aes-128-cbc), 46
# (aes-256-cbc), 101 (aes-256-ecb). Here software takes one cycle for an instruction,
# silicon more, and the unit as much as on silicon: 96 percent of CBC's time is the unit's.
case $MODEL in
via-c7) least="AES-128-CBC 27 AES-256-CBC 27 AES-256-ECB 101" ;;
*) least="AES-128-CBC 20 AES-256-CBC 20 AES-256-ECB 44" ;;
esac

export OPENSSL_CONF=/dev/null
OPENSSL_ENGINES=$(echo /usr/lib/*/engines-3)
export OPENSSL_ENGINES
/user/cost /user > costs || fail "cost does not run"
[ "$(grep -c . costs)" = 96 ] || fail "$(grep -c . costs) lines, not 96"
[ "$(awk '$4 != "-"' costs | grep -c .)" = 60 ] || fail "the engine did not run"
while read -r line; do
	note "$line"
done < costs
awk -v load=$KEY_LOAD -v least="$least" '
	BEGIN { for (n = split(least, w); n > 0; n -= 2) want[w[n - 1]] = w[n] }
	$5 >= $3 { print $1, $2, "is not faster than software"; next }
	$4 != "-" && $5 > $4 + ($1 ~ /ECB/ ? load : 0) { print $1, $2, "takes", $5, "the engine", $4 }
	$2 == 8192 && $1 in want && $3 / $5 < want[$1] { print $1, "is only", $3 / $5, "times software" }
' costs > slow
[ ! -s slow ] || fail "$(head -n 5 slow)"
