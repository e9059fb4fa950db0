# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: the unit is there but switched off: opens in software, one sentence
# root: bookworm-amd64
# cpu: via-nano
# cpuprops: padlock-disabled=on
# unit: idle
. /run/boot/guest.sh

multi_user
status 1 'AES unit (ACE) disabled' 'has switched it off' \
	'cryptroot (aes-xts-plain64) is on software: the unit is switched off'
count=$(dmesg | grep -c 'padlock: .*present but disabled')
[ "$count" = 1 ] || fail "$count sentences about the unit in the log, not one"
