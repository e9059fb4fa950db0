# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: one version everywhere, lintian-clean package, its files installed and removed whole, shellcheck-clean scripts
# root: host
# timeout: 900
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/boot/host.sh
. tests/boot/host.sh

version=$(sed -n 's/^#define PADLOCK_VERSION[[:space:]]*"\(.*\)"/\1/p' padlock.h)
[ -n "$version" ] || fail "padlock.h has no version"
[ "$(dpkg-parsechangelog -S Version)" = "$version" ] || fail "debian/changelog is not of version $version"
for word in "PACKAGE_VERSION=\"$version\"@dkms.conf" "pkgver=$version@packaging/arch/PKGBUILD" \
	"^Version:[[:space:]]*$version\$@packaging/fedora/padlock-dkms.spec"; do
	grep -q "${word%@*}" "${word#*@}" || fail "${word#*@} is not of version $version"
done

shellcheck tools/padlock-status initramfs/load initramfs/refresh initramfs/initramfs-tools/hooks/padlock \
	initramfs/initramfs-tools/scripts/init-premount/padlock initramfs/dracut/91padlock/*.sh \
	initramfs/mkinitcpio/*/padlock* packaging/install-files packaging/arch/PKGBUILD debian/padlock-dkms.p* \
	|| fail "shellcheck complains"
[ -z "$(mandoc -T lint -W warning tools/padlock-status.1)" ] || fail "mandoc complains about the man page"

copy_sources "$work/src"
build_deb "$work/src" || fail "the package cannot be built"
complaints=$(lintian -EvI --pedantic "$work"/*.changes 2> /dev/null | grep '^[EWIP]:' || true)
[ -z "$complaints" ] || fail "lintian: $complaints"

# every file of every generator, and every one of them gone again
mkdir "$work/root"
packaging/install-files "$work/root" initramfs-tools dracut mkinitcpio
count=$(find "$work/root" -type f | wc -l)
[ "$count" = 17 ] || fail "$count files are installed, not 17"
packaging/install-files --remove "$work/root" initramfs-tools dracut mkinitcpio
[ -z "$(find "$work/root" -type f)" ] || fail "not removed: $(find "$work/root" -type f)"
echo "NOTE: version $version, $(basename "$work"/*.deb) clean for lintian $(dpkg-query -W -f '${Version}' lintian)"
