#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: padlock-test: known answers, refused input, uneven scatterlists of every alignment, guard pages, interrupted FPU sections; with and without SSE2
# timeout: 240

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

load_ours aes
before=$(counter xcrypt_ctr)
for name in vectors errors walk guard fpu; do
	suite $name drivers=$AES_DRIVERS
done
case $MODEL in
via-c3 | via-c7) ;; # no XCRYPT-CTR, or one with an erratum
*) [ "$(counter xcrypt_ctr)" -gt "$before" ] || fail "ctr-aes-padlock does not use XCRYPT-CTR" ;;
esac

# What callers get that may not use SSE2
if cpu_has sse2; then
	unload
	insmod "$OURS/padlock-aes.ko" sse2=0 || fail "our padlock-aes does not load with sse2=0"
	suite walk drivers=ctr-aes-padlock,xts-aes-padlock
fi
