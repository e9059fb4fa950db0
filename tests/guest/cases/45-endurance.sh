#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: ten minutes of random requests from all CPUs at once: not one differs from the generic implementation
# set: suites
# cpu: via-c7 via-nano via-nano2 via-eden-x4 zhaoxin-kx
# irq: random
# vcpus: 4
# timeout: 1200
#
# C3 has no local APIC: there is no machine with several of them; see 46-endurance-up.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_ours
endurance 600
