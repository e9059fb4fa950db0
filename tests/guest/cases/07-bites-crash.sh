#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: the harness notices a kernel that dies
# cpu: none
# irq: none
# expect: failed ^the machine stopped; in the log: .*Kernel panic

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

echo c > /proc/sysrq-trigger
sleep 10
