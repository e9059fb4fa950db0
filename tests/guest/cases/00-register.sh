#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: every algorithm that the CPU has a unit for is registered, self-tested, preferred, and the log says so

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

AES='aes-padlock ecb-aes-padlock cbc-aes-padlock ctr-aes-padlock xts-aes-padlock'
SHA_C7='sha1-padlock sha256-padlock'
SHA_NANO="$SHA_C7 sha224-padlock sha1-padlock-nano sha256-padlock-nano"
AES_LINE='padlock: Using VIA PadLock ACE for AES algorithm.'
SHA_LINE='padlock: Using VIA PadLock ACE for SHA1/SHA256 algorithms.'

# What design.md section 2 promises for each CPU.  A capability that its driver
# dropped after a failed known-answer test is missing here, and so a failure.
case $MODEL in
via-c3) sha="" algorithms='ecb(aes) cbc(aes) ctr(aes) xts(aes)' ;;
via-c7) sha=$SHA_C7 algorithms='ecb(aes) cbc(aes) ctr(aes) xts(aes) sha1 sha256' ;;
*) sha=$SHA_NANO algorithms='ecb(aes) cbc(aes) ctr(aes) xts(aes) sha1 sha224 sha256' ;;
esac

load_ours
for driver in $AES $sha; do
	need_driver "$driver"
done

echo "$AES $sha" | tr ' ' '\n' | sed '/^$/d' | sort > expected
awk '$1 == "driver" && /padlock/ { print $3 }' /proc/crypto | sort > registered
diff expected registered || fail "registered are: $(tr '\n' ' ' < registered)"

for algorithm in aes $algorithms; do
	driver=$(driver_of "$algorithm")
	case $driver in
	*padlock*) ;;
	*) fail "$algorithm is served by $driver" ;;
	esac
done

{
	echo "$AES_LINE"
	[ -z "$sha" ] || echo "$SHA_LINE"
} > expected
padlock_lines > said
diff expected said || fail "the log says: $(cat said)"

if [ -z "$sha" ]; then
	load_needs sha
	must_refuse 'No such device' insmod "$OURS/padlock-sha.ko"
	padlock_lines | diff expected - || fail "padlock-sha speaks on a CPU without hash unit"
fi
note "$(wc -w < registered) drivers"
