# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# purpose: the kernel's own padlock-sha passes the kernel's self-tests on the emulated unit
# cpu: via-c7 via-nano via-nano2 via-eden-x4
#
# The C3 has no hash unit; Zhaoxin is 13-stock-sha-zhaoxin.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

suffix=-nano	# partial mode
[ "$MODEL" != via-c7 ] || suffix=

sha1=$(counter bytes_sha1)
sha256=$(counter bytes_sha256)
load_stock sha
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
