#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: one message of more than 4 GiB, whose length no 32-bit register of the unit can hold
# set: suites
# arch: i386
# cpu: via-c7
# irq: none
# modules: algif_hash
# timeout: 1200

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

# 2^32 + 67 zero bytes, in numbers that this busybox can hold; the digests below are
# those of coreutils
message()
{
	head -c 2147483647 /dev/zero
	head -c 2147483647 /dev/zero
	head -c 69 /dev/zero
}

# digest DRIVER WANT
digest()
{
	got=$(message | afalg hash "$1") || fail "$1 refuses"
	[ "$got" = "$2" ] || fail "$1: $got"
}

load_ours sha
modprobe algif_hash || fail "no AF_ALG in this kernel"
before=$(counter bytes_sha1)
digest sha1-padlock 8f80d4587822fe272523a15b7d164b976b673eb2
digest sha256-padlock 79794d7c1e940aba31644d858367dc072c21c7e99f6711690f36d667f07bac6b
[ $(($(counter bytes_sha1) - before)) -gt 4294000000 ] || fail "the unit did not hash it"
