#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: openssl speed -evp runs through our provider, in every mode and with every size of its tables
# set: user
# cpu: via-nano via-c7
# irq: none
# timeout: 600
# packages: openssl

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/user.sh
. /lib/user.sh

# speed NAME COUNTER...: the unit does something of it with every size, 16 to 16384.
speed()
{
	_name=$1
	shift
	for _bytes in 16 64 256 1024 8192 16384; do
		_before=$(sum_of "$@")
		openssl speed -seconds 1 -bytes $_bytes -evp "$_name" > speed.log 2>&1 ||
			{ cat speed.log; fail "openssl speed -evp $_name"; }
		grep -qi "^$_name " speed.log || { cat speed.log; fail "openssl speed -evp $_name has no result"; }
		[ "$(sum_of "$@")" -gt "$_before" ] || fail "openssl speed -evp $_name -bytes $_bytes: not by the unit"
	done
	count=$((count + 6))
}

install_provider
count=0
for mode in ecb cbc cfb ofb ctr gcm xts; do
	for bits in 128 256; do
		speed aes-$bits-$mode blocks_ecb blocks_cbc blocks_cfb blocks_ofb blocks_ctr
	done
done
speed sha1 bytes_sha1
speed sha256 bytes_sha256
note "$count measurements; what calls cost is in 68-user-cost"
