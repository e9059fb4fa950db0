#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: where the CPU has AES-NI too, the kernel prefers that to our driver, whichever was loaded first
# cpu: via-eden-x4 zhaoxin-kx
# irq: none

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

prefers_aesni()
{
	for algorithm in 'ecb(aes)' 'cbc(aes)' 'ctr(aes)' 'xts(aes)'; do
		driver=$(driver_of "$algorithm")
		case $driver in
		*-aesni*) ;;
		*) fail "$algorithm is served by $driver ($1)" ;;
		esac
	done
}

load_ours aes
need_driver xts-aes-padlock
modprobe aesni_intel || fail "no AES-NI driver"
prefers_aesni "AES-NI came second"
unload
load_ours aes
need_driver xts-aes-padlock
prefers_aesni "AES-NI came first"
unload
# A kernel that still tests it keeps it as long.
tries=600
until rmmod aesni_intel 2> /dev/null; do
	tries=$((tries - 1))
	[ $tries -gt 0 ] || fail "the AES-NI driver does not unload"
	sleep 0.1
done
