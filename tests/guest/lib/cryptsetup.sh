# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# cryptsetup's own tests, to be sourced after /lib/case.sh and /lib/luks.sh.  Which
# packages and modules a test wants is in the headers of the cases that run it.

# cryptsetup_copy: the tests where they can write, as the working directory.
cryptsetup_copy()
{
	cp -r /suites/cryptsetup /tmp/tests
	cd /tmp/tests || fail "cryptsetup's tests are missing"
	mkdir -p /etc /run/cryptsetup /run/lock
	ln -sf /proc/self/fd/0 /dev/stdin
}

# cryptsetup_tests NAME...: one after the other; each must pass and use the unit.  Exit
# status 77 is theirs for a test that skips itself: that is not passed either.
cryptsetup_tests()
{
	_failed=''
	for _name; do
		[ -x "$_name" ] || fail "cryptsetup has no $_name"
		_blocks=$(unit_blocks)
		_began=$(date +%s)
		# vectors-test wants no CRYPTSETUP_PATH
		_path=CRYPTSETUP_PATH=/usr/sbin
		[ "$_name" != vectors-test ] || _path=''
		env ${_path:+"$_path"} PATH=/usr/sbin:/usr/bin "./$_name" > "$_name.log" 2>&1
		_status=$?
		if [ $_status != 0 ]; then
			tail -n 20 "$_name.log"
			_failed="$_failed $_name ($_status, $(($(date +%s) - _began)) s)"
			continue
		fi
		_blocks=$(($(unit_blocks) - _blocks))
		[ $_blocks -gt 0 ] || fail "$_name did not use the unit"
		note "$_name passed: $_blocks blocks by the unit, $(($(date +%s) - _began)) s"
	done
	[ -z "$_failed" ] || fail "failed:$_failed"
}
