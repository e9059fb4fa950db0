#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: the harness notices a case that fails
# cpu: none
# irq: none
# expect: failed ^on purpose$

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

fail "on purpose"
