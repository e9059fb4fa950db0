# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: the packages for Arch and Fedora and mkinitcpio's hook, as far as Debian can check them
# root: host
# timeout: 900
#
# Debian has no mkinitcpio and no namcap: the hook's build() runs against functions
# that record what it asks for, and whether mkinitcpio would do it is not seen.
# shellcheck disable=SC2317 # build() calls them
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
	echo "FAIL: $*"
	exit 1
}

bash -n packaging/arch/PKGBUILD || fail "PKGBUILD is no bash"
(
	# shellcheck source=/dev/null
	. packaging/arch/PKGBUILD
	# shellcheck disable=SC2034 # for package()
	startdir=$PWD/packaging/arch pkgdir=$work/arch
	mkdir "$pkgdir"
	package
)
for file in usr/bin/padlock-status usr/lib/initcpio/install/padlock usr/lib/initcpio/hooks/padlock \
	etc/mkinitcpio.conf.d/padlock.conf usr/src/padlock-*/dkms.conf usr/lib/modprobe.d/padlock.conf; do
	compgen -G "$work/arch/$file" > /dev/null || fail "the package for Arch has no $file"
done

rpmbuild -bb --define "checkout $PWD" --define "_topdir $work/rpm" packaging/fedora/padlock-dkms.spec \
	> "$work/rpm.log" 2>&1 || { tail "$work/rpm.log"; fail "the package for Fedora cannot be built"; }
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
