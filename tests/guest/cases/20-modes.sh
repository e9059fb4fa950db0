#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: padlock-test: known answers, refused input, uneven scatterlists of every alignment, guard pages
# timeout: 240

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_ours aes
for name in vectors errors walk guard; do
	suite $name drivers=$AES_DRIVERS
done
