#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: padlock-test: digests of every length and cut, states handed over, copied, huge and hostile; none leaks
# cpu: via-c7 via-nano via-nano2 via-eden-x4 zhaoxin-kx
# timeout: 240

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_ours sha
faults=$(counter fault_pf)
for name in vectors sha leak; do
	suite $name drivers="$(sha_drivers)"
done
[ "$MODEL" != via-c7 ] || [ "$(counter fault_pf)" -gt "$faults" ] ||
	fail "no update was hashed by the unit up to a page fault"
