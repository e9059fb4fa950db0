#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: no request costs more instructions than the table of bounds says, and 2 percent
# kernel: 6.1-686 6.1-amd64
# cpu: via-c7 via-nano
# irq: none
# machine: own
# clock: instructions
# timeout: 120

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh
# shellcheck source=tests/guest/lib/cost.sh
. /lib/cost.sh

load_ours
costs ours sizes=16,512,4096 keybits=256
unload
# what a C3 gets, and callers in hard interrupts
insmod "$OURS/padlock-aes.ko" sse2=0 || fail "our padlock-aes does not load with sse2=0"
costs no-sse2 sizes=16,512,4096 keybits=256
within_bounds ours no-sse2
