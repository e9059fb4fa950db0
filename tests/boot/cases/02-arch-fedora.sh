# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: the packages for Arch and Fedora and mkinitcpio's hook, as far as Debian can check them
# root: host
# timeout: 900
#
# Debian has makepkg and rpmbuild, but neither mkinitcpio nor namcap: the hook's
# build() runs against functions that record what it asks for, and whether
# mkinitcpio would do it is not seen.
# shellcheck disable=SC2317 # build() calls them
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/boot/host.sh
. tests/boot/host.sh

# makepkg does not run as root
copy_sources "$work/arch"
chown -R nobody "$work"
(cd "$work/arch/packaging/arch" && setpriv --reuid nobody --clear-groups \
	env HOME="$work" makepkg --nodeps) > "$work/makepkg.log" 2>&1 ||
	{ tail "$work/makepkg.log"; fail "the package for Arch cannot be built"; }
bsdtar -tf "$work"/arch/packaging/arch/padlock-dkms-*-any.pkg.tar.* > "$work/files"
for file in usr/bin/padlock-status usr/lib/initcpio/install/padlock usr/lib/initcpio/hooks/padlock \
	etc/mkinitcpio.conf.d/padlock.conf 'usr/src/padlock-[0-9.]*/dkms.conf' usr/lib/modprobe.d/padlock.conf; do
	grep -qx "$file" "$work/files" || fail "the package for Arch has no $file"
done

rpmbuild -bb --define "checkout $PWD" --define "_topdir $work/rpm" packaging/fedora/padlock-dkms.spec \
	> "$work/rpm.log" 2>&1 || { tail "$work/rpm.log"; fail "the package for Fedora cannot be built"; }
complaints=$(rpmlint packaging/fedora/padlock-dkms.spec 2>&1 | grep ': E: ' || true)
[ -z "$complaints" ] || fail "rpmlint: $complaints"
rpm -qpl "$work"/rpm/RPMS/noarch/*.rpm > "$work/files"
for file in /usr/bin/padlock-status /usr/lib/dracut/modules.d/91padlock/module-setup.sh /usr/lib/padlock/load; do
	grep -qx "$file" "$work/files" || fail "the package for Fedora has no $file"
done

# hook BUILT: what build() asks for when modinfo says BUILT as version
hook()
{
	(
		# shellcheck disable=SC2034 # for build(), as the functions
		KERNELVERSION=1
		modinfo() { echo "$built"; }
		add_module() { echo "module $1"; }
		add_file() { echo "file $1"; }
		add_runscript() { echo runscript; }
		warning() { echo "warning"; }
		built=$1
		# shellcheck source=/dev/null
		. initramfs/mkinitcpio/install/padlock
		build
	)
}
hook 0.1.0 > "$work/hook"
for word in 'module padlock_aes' 'module padlock_sha' 'module xts?' 'module ecb?' \
	'file /usr/lib/modprobe.d/padlock.conf' 'file /usr/lib/padlock/load' runscript; do
	grep -qxF "$word" "$work/hook" || fail "mkinitcpio's hook does not ask for: $word"
done
[ "$(hook '')" = warning ] || fail "mkinitcpio's hook does not warn where there is no module"
echo "NOTE: PKGBUILD and spec build here; mkinitcpio itself is not in Debian, its hook ran against recorders"
