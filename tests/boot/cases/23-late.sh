# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: modules loaded after the root was opened: said so; later volumes and a refreshed root are accelerated
# root: bookworm-amd64-late
# cpu: via-nano
# timeout: 400
. /run/boot/guest.sh

multi_user
[ -e /sys/module/padlock_aes ] || fail "udev has not loaded padlock_aes"
status 1 'cryptroot (aes-xts-plain64) is on software: opened before padlock_aes was loaded' \
	'cryptsetup refresh cryptroot' 'padlock_aes: not in /boot/initrd' 'update-initramfs -u'

# a volume that is opened now
truncate -s 32M /root/second
echo secret > /run/key
cryptsetup luksFormat -q --pbkdf pbkdf2 --pbkdf-force-iterations 1000 /root/second /run/key || fail "luksFormat failed"
cryptsetup open --key-file /run/key /root/second second || fail "the second volume does not open"
status 1 'second *aes-xts-plain64 *accelerated (xts-aes-padlock)' \
	'cryptroot (aes-xts-plain64) is on software'

# the remedy, on the open root
printf 'correct horse' | cryptsetup refresh --key-file - cryptroot || fail "cryptsetup refresh failed"
status 1 'cryptroot *aes-xts-plain64 *accelerated' 'second *aes-xts-plain64 *accelerated'
grep -q 'is on software' /run/status && fail "a volume is still on software"
cryptsetup close second
