# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: our package alone is upgraded, with two kernels installed: the image of each holds the new build, and the machine boots accelerated with it
# root: bookworm-amd64-upgraded
# cpu: via-nano
# kernel: oldest
# unit: used
. /run/boot/guest.sh

multi_user
status 0 '^Verdict: accelerated$' 'the same on disk, in the initramfs and in memory'
images_hold_their_builds 2
version=$(dpkg-query -W -f '${Version}' padlock-dkms)
[ "$version" != "${version%.1}" ] || fail "version $version of the package is not the newer one"
for release in /lib/modules/*; do
	[ "$(modinfo -F version "$release/updates/dkms/padlock-aes.ko")" = "$version" ] ||
		fail "the old build is left in $release"
done
[ "$(cat /sys/module/padlock_aes/version)" = "$version" ] || fail "the old build is loaded"
