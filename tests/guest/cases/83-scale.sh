#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: requests on 1, 2 and 4 CPUs at the same time: generic C, stock drivers, ours
# set: bench
# cpu: via-nano
# irq: none
# vcpus: 4
# timeout: 200
# log: allow stale
#
# Notes for tests/bench/run: "scale IMPL " and the line of suite scale.  Times are
# the host's, so that only ratios mean something.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

# scale IMPL
scale()
{
	suite scale drivers='cbc(aes),xts(aes)'
	log_since_start | awk -v impl="$1" '
		/^padlock-test: scale: seed/ { text = "" }
		sub(/^padlock-test: scale: driver=/, "") { text = text "scale " impl " driver=" $0 "\n" }
		END { printf "%s", text }' >> /run/case/notes
}

scale generic
load_stock
scale in-tree
unload
load_ours
scale ours
