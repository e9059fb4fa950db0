# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# purpose: the kernel's own padlock-sha passes the kernel's self-tests on the emulated unit
# cpu: via-c7 via-nano via-nano2 via-eden-x4 zhaoxin-kx
# kernel: 5.10-amd64 5.10-686 5.10-686-pae 6.1-amd64 6.1-686 6.1-686-pae 6.12-amd64
#
# Kernels since 6.16 have a driver that runs XSHA on a NULL pointer when a message is
# empty; the emulated unit faults there (padlock-isa.md T31), what silicon does is not
# known.
#
# The C3 has no hash unit.  Zhaoxin: the driver before 63dc06cd12f9 pads in
# software and so keeps clear of the no-op of family 7 (padlock-isa.md 12.5); after
# that it failed its self-tests there (Debian #1103397), until ebba09f19807 made it
# refuse such CPUs.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

suffix=-nano	# partial mode
[ "$MODEL" != via-c7 ] || suffix=

sha1=$(counter bytes_sha1)
sha256=$(counter bytes_sha256)
if ! modprobe padlock-sha 2> /tmp/errors; then
	if [ "$MODEL" = zhaoxin-kx ] && grep -q 'No such device' /tmp/errors; then
		note "this kernel's padlock-sha refuses Zhaoxin"
		exit 0
	fi
	fail "padlock-sha does not load: $(cat /tmp/errors)"
fi
need_driver sha1-padlock$suffix
need_driver sha256-padlock$suffix
sha1=$(($(counter bytes_sha1) - sha1))
sha256=$(($(counter bytes_sha256) - sha256))
[ $sha1 -gt 0 ] || fail "the self-tests hashed no SHA-1 on the unit"
[ $sha256 -gt 0 ] || fail "the self-tests hashed no SHA-256 on the unit"
log_since_start | grep -q 'Using VIA PadLock ACE for SHA1/SHA256' ||
	fail "the module does not say that it uses PadLock"
note "bytes on the unit: sha1 $sha1, sha256 $sha256"
unload
