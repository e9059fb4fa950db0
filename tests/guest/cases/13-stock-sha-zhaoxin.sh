# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# purpose: the kernel's own padlock-sha fails its self-test on Zhaoxin, as on silicon
# cpu: zhaoxin-kx
# machine: own
# log: allow WARNING:
# log: allow padlock: warning.* XSHA with
#
# Debian #1103397: the module takes the VIA way of finishing a message, which is a
# no-op on family 7 (padlock-isa.md 12.5).  Mainline refuses such CPUs since
# ebba09f19807, so a kernel may also answer "No such device".

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

# The failed self-test WARNs, and init has made that a panic.
echo 0 > /proc/sys/kernel/panic_on_warn

if ! modprobe padlock-sha 2> /tmp/errors; then
	grep -q 'No such device' /tmp/errors || fail "padlock-sha does not load: $(cat /tmp/errors)"
	note "this kernel refuses Zhaoxin"
	exit 0
fi
for driver in sha1-padlock-nano sha256-padlock-nano; do
	log_since_start | grep -Eq "alg: shash: $driver .*test failed.*wrong result" ||
		fail "no self-test failure of $driver in the log"
	[ "$(selftest_of $driver)" != passed ] || fail "$driver passed its self-test"
done
note "sha1 and sha256 fail with a wrong result, as Debian #1103397 reports"
unload
