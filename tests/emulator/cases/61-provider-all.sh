# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: our OpenSSL provider against OpenSSL's own with every length from 0 to 4097 (on via-nano and via-c7), with the OpenSSL of four Debian suites: 3.0, 3.5, 3.6, 4.0
# set: user
# irq: none random
# timeout: 1200

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"
# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/user.bash"

suites="bookworm trixie sid experimental"
# Debian 13 has no i386 machines any more
[ "$ARCH" = amd64 ] || suites=bookworm
for suite in $suites; do
	use_suite "$suite" "$ARCH"
	# Each length once for each architecture. Interrupted, the unit is ten times slower.
	case $IRQ-$MODEL in
	none-via-nano | none-via-c7) compare ;;
	*) compare 40 ;;
	esac
	compare hygiene
done
echo "$notes"
