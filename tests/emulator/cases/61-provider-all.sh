# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: our OpenSSL provider against OpenSSL's own with every length from 0 to 4097, with the OpenSSL of three Debian suites
# set: user
# irq: none random
# timeout: 1200

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"
# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/user.bash"

suites="bookworm trixie sid"
# Debian 13 has no i386 machines any more
[ "$ARCH" = amd64 ] || suites=bookworm
for suite in $suites; do
	use_suite "$suite" "$ARCH"
	# interrupted, the unit is ten times slower
	if [ "$IRQ" = none ]; then compare; else compare 40; fi
	compare hygiene
done
echo "$notes"
