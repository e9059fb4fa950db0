#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: padlock-test: one request of 1 MiB by our cbc(aes) is at least 20 times faster than generic C (emulated)
# kernel: *-amd64 *-686 *-686-pae
# irq: none
# timeout: 240

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_ours aes
suite speed drivers=cbc-aes-padlock min_ratio=20
note "$(log_since_start | sed -n 's/^padlock-test: speed: \(.* ratio .*\)$/emulated: \1/p')"
