#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: the harness notices a kernel warning in a case that passes
# cpu: none
# irq: none
# expect: failed ^in the log: .* WARNING: on purpose$

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

echo '<4>WARNING: on purpose' > /dev/kmsg
