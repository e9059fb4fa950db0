# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: Debian's own test of a DKMS package (autopkgtest-pkg-dkms): installs, builds, goes
# root: host
# timeout: 1500
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/boot/host.sh
. tests/boot/host.sh

base=$(tests/boot/root bookworm-amd64 base)
mkdir "$work/root"
tar -C "$work/root" -xf "$base/root.tar"
cp /etc/resolv.conf "$work/root/etc/"
copy_sources "$work/src"
build_deb "$work/src" || fail "the package cannot be built"

# "breaks-testbed" may be ignored: this root is thrown away.  Exit status 8: passed,
# and the test calls itself superficial.
# shellcheck disable=SC2016 # for the inner shell
unshare --mount --pid --fork --kill-child sh -c '
	mount -t proc proc "$1/root/proc" &&
	mount --bind /dev/pts "$1/root/dev/pts" &&
	chroot "$1/root" apt-get -q update &&
	autopkgtest --summary-file "$1/summary" --ignore-restrictions=breaks-testbed -B "$1"/*.deb "$1/src" -- \
		chroot "$1/root"' sh "$work" || [ $? = 8 ] || fail "autopkgtest: $(cat "$work/summary")"
grep -q '^dkms-autopkgtest *PASS' "$work/summary" || fail "autopkgtest: $(cat "$work/summary")"
echo "NOTE: autopkgtest: $(cat "$work/summary")"
