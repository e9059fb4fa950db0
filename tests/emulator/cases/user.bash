# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What the host cases of the OpenSSL provider share; to be sourced after common.bash.

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"

notes=

# use_suite SUITE ARCH: what follows runs with the OpenSSL of that suite.
use_suite()
{
	SUITE=$1 arch=$2
	root=$(SUITE=$1 sysroot "$2" openssl) || fail "no OpenSSL of $1 $2"
	user=$("$TESTS/user/build" "$1" "$2") || fail "the provider does not build for $1 $2"
	export OPENSSL_MODULES=$user OPENSSL_CONF=/dev/null
}

# on_padlock PROGRAM ARG...: with that OpenSSL on the CPU under test; the emulated unit
# must have nothing to complain of.
on_padlock()
{
	local status=0

	rm -f "$PADLOCK_LOG"
	emulated_in "$root" "$arch" "$@" || status=$?
	if [ -s "$PADLOCK_LOG" ]; then
		cat "$PADLOCK_LOG"
		fail "$SUITE $arch: the unit was misused"
	fi
	return $status
}

# compare ARG...: tests/user/compare; what it says goes to $notes.
compare()
{
	local said

	said=$(on_padlock "$user/compare" "$user" "$@" 2> "$OUT/errors") || {
		cat "$OUT/errors"
		fail "$SUITE $arch: $(head -n 1 "$OUT/errors")"
	}
	echo "$SUITE $arch: $said"
	notes+="${notes:+; }$said"
}

# did COUNTER AT-LEAST: of the latest run.
did()
{
	[ "$(stat_of "$1")" -ge "$2" ] || fail "$arch: the unit did only $1=$(stat_of "$1"), not $2"
}
