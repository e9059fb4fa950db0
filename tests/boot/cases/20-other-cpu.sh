# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: the same disk on a CPU without PadLock: opens in software, and nothing is said
# root: bookworm-amd64
# cpu: none
# unit: idle
# silent: yes
. /run/boot/guest.sh

multi_user
silent
status 2 '^Verdict: no PadLock on this CPU$' 'AES unit (ACE) absent'
# whoever asks for AES or for the modules gets no noise either
open_volume first
open_volume second aes-cbc-essiv:sha256
for _ in 1 2 3 4 5; do
	modprobe padlock_aes || fail "modprobe padlock_aes failed"
	modprobe padlock_sha || fail "modprobe padlock_sha failed"
done
silent
