#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: padlock-test: transforms with keys of their own on four CPUs, migrating and rekeyed
# cpu: via-c7 via-nano via-nano2 via-eden-x4 zhaoxin-kx
# vcpus: 4
# timeout: 240
#
# C3 has no local APIC: there is no machine with several of them.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_ours aes
suite stress drivers=$AES_DRIVERS iterations=100
