#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: what requests of every size cost in instructions, key loads and cycles: generic C, stock drivers, ours
# set: bench
# cpu: via-c7 via-nano
# irq: none
# machine: own
# clock: instructions
# timeout: 300
# log: allow stale
#
# Its notes are read by tests/bench/run.  The stock driver may use a stale key
# here (see 4x): hence the allowed word.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh
# shellcheck source=tests/guest/lib/cost.sh
. /lib/cost.sh

costs generic
load_stock
costs in-tree
unload
load_ours
costs ours
