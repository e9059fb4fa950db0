# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# purpose: the kernel's own via-rng reads random bytes from the emulated unit

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

stores=$(counter bytes_xstore)
modprobe via-rng || fail "via-rng does not load"
current=$(cat /sys/class/misc/hw_random/rng_current)
[ "$current" = via ] || fail "the kernel's random source is '$current', not via"

dd if=/dev/hwrng bs=256 count=1 iflag=fullblock of=/tmp/random 2> /dev/null || fail "cannot read /dev/hwrng"
[ "$(wc -c < /tmp/random)" = 256 ] || fail "/dev/hwrng gave $(wc -c < /tmp/random) bytes, not 256"
kinds=$(od -An -v -tx1 -w1 /tmp/random | sort -u | wc -l)
[ "$kinds" -gt 100 ] || fail "256 random bytes have only $kinds values"
got=$(($(counter bytes_xstore) - stores))
[ $got -ge 256 ] || fail "the unit gave only $got bytes"
note "256 bytes of /dev/hwrng have $kinds values; the unit stored $got bytes"
rmmod via-rng || fail "via-rng does not unload"
