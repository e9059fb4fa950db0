#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: padlock-test: transforms with keys of their own on four CPUs, migrating and rekeyed
# vcpus: 4
# timeout: 240

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_ours aes
suite stress drivers=$AES_DRIVERS iterations=100
