#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: the harness notices a case that does not end
# cpu: none
# irq: none
# timeout: 5
# expect: failed ^not finished after

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

sleep 1000
