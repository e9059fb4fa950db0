#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: padlock-test: no page behind the data is touched on a unit that fetches the largest groups known, highmem included
# irq: none random
# cpuprops: padlock-overread=paranoid
# memory: 1280
# timeout: 240

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_ours aes
suite guard drivers=$AES_DRIVERS
[ "$ARCH" = amd64 ] || log_since_start | grep -q '^padlock-test: guard: highmem' ||
	fail "no highmem page was tried"
