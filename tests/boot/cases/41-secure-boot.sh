# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: Secure Boot: refused at first, accelerated once DKMS's key is enrolled with mokutil and MokManager
# root: bookworm-amd64
# firmware: secure-boot
# cpu: via-nano via-nano
# unit: idle used
# timeout: 900
. /run/boot/guest.sh

multi_user
mokutil --sb-state | grep -q '^SecureBoot enabled' || fail "Secure Boot is not on"
grep -q '\[integrity\]' /sys/kernel/security/lockdown || fail "the kernel is not locked down"
if [ "$1" = 1 ]; then
	status 1 'refused: signature' 'sudo mokutil --import /var/lib/dkms/mok.pub' \
		'cryptroot (aes-xts-plain64) is on software'
	# the password that MokManager asks for at the next boot (tests/boot/run)
	printf 'enrol\nenrol\n' | mokutil --import /var/lib/dkms/mok.pub || fail "mokutil --import failed"
else
	[ "$(cat /proc/sys/kernel/tainted)" = 4096 ] || fail "the module is not an accepted one from outside: tainted $(cat /proc/sys/kernel/tainted)"
	status 0 '^Verdict: accelerated$' 'cryptroot *aes-xts-plain64 *accelerated (xts-aes-padlock)'
fi
