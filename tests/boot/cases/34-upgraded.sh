# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: package upgraded while a volume is open: new volumes use the new build once it is reloaded, no reboot
# root: bookworm-amd64-plain plain
# cpu: via-nano
# timeout: 1200
. /run/boot/guest.sh

multi_user
open_volume first
status 0 'first *aes-xts-plain64 *accelerated'
small_images
old=$(cat /sys/module/padlock_aes/version)
dpkg -i /root/newer.deb || fail "the upgrade failed"
status 1 'padlock_aes: another build is loaded than the one on disk' 'modprobe -r padlock_aes'
# the file is as it was, with the old module
cat /dev/mapper/first > /dev/null || fail "the open volume cannot be read"
cryptsetup close first
modprobe -r padlock_aes padlock_sha || fail "the modules do not unload"
modprobe -a padlock_aes padlock_sha || fail "the modules do not load"
[ "$(cat /sys/module/padlock_aes/version)" = "$old.1" ] || fail "the new version is not loaded"
open_volume second
status 0 'second *aes-xts-plain64 *accelerated' 'the same on disk, in the initramfs and in memory'
