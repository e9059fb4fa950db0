# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: our OpenSSL provider gives what OpenSSL's own gives, leaves no key in the unit, and threads do not mix
# timeout: 180
#
# A sample of lengths, for `make check`; 61-provider-all has all of them.

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"
# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/user.bash"

for arch in $(archs); do
	use_suite bookworm "$arch"
	compare 400
	compare hygiene
	compare threads 4 2000
	did blocks_cbc 1000
done
echo "$(archs | tr '\n' ' ')OpenSSL $(deb_version bookworm amd64 libssl3): $notes"
