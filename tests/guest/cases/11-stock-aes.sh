# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# purpose: the kernel's own padlock-aes passes the kernel's self-tests on the emulated unit
# kernel: *-amd64 *-686 *-686-pae
#
# Every PadLock CPU has ACE, so the module supports all models.  It has worked on
# silicon since 2005 and is thus a witness for the emulated unit.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

ecb=$(counter blocks_ecb)
cbc=$(counter blocks_cbc)
load_stock aes
for driver in aes-padlock ecb-aes-padlock cbc-aes-padlock; do
	need_driver $driver
done
[ "$(driver_of 'cbc(aes)')" = cbc-aes-padlock ] || cpu_has aes ||
	fail "cbc(aes) is served by $(driver_of 'cbc(aes)')"

ecb=$(($(counter blocks_ecb) - ecb))
cbc=$(($(counter blocks_cbc) - cbc))
[ $ecb -gt 0 ] || fail "the self-tests did no ECB on the unit"
[ $cbc -gt 0 ] || fail "the self-tests did no CBC on the unit"
log_since_start | grep -q 'Using VIA PadLock ACE for AES' || fail "the module does not say that it uses PadLock"
if [ "$MODEL" = via-nano2 ]; then
	log_since_start | grep -q 'Nano stepping 2 detected' || fail "the module does not see the Nano stepping 2"
fi
note "blocks on the unit: ecb $ecb, cbc $cbc"
unload
