#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: the harness notices a case that just ends with a bad status
# cpu: none
# irq: none
# expect: failed ^exit status 3$

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

exit 3
