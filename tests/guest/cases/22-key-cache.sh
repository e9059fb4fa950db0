#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: padlock-test: encryption right after decryption, foreign keys in the unit, no key left behind, privileged view of the unit
# timeout: 240

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_ours aes
suite encdec drivers=$AES_DRIVERS
suite foreign drivers=$AES_DRIVERS
suite ring0
