#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: known fault: padlock-test shows the stock driver encrypting wrongly right after decryption
# kernel: *-amd64 *-686 *-686-pae
# irq: none
# machine: own
# log: allow stale
# timeout: 240

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_stock aes
suite encdec drivers=$STOCK_AES_DRIVERS expect_broken=1
note "$(log_since_start | awk '/^padlock-test: encdec: .* wrong$/ { wrong += $(NF - 3); all += $(NF - 1) }
	END { printf "stock driver: %d of %d encryptions wrong", wrong, all }')"
