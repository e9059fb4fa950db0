#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: ten minutes of random requests on the CPU that cannot have others beside it
# set: suites
# cpu: via-c3
# irq: random
# timeout: 1200

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_ours
endurance 600
