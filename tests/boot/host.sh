# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What host cases and tests/boot/root share; to be sourced.

SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# What our packages are made of.
PACKAGE_SOURCES="Kbuild Makefile dkms.conf padlock.h padlock-aes.c padlock-sha.c
	debian initramfs packaging tools"
export SOURCE PACKAGE_SOURCES

# copy_sources DIR: those into the new DIR, so that a package cannot depend on the
# rest of the tree.
copy_sources()
{
	mkdir "$1"
	# shellcheck disable=SC2086 # words
	(cd "$SOURCE" && cp -a $PACKAGE_SOURCES "$1/")
}

# build_deb DIR: padlock-dkms of the sources in DIR, beside it; the log is DIR.log.
build_deb()
{
	(cd "$1" && dpkg-buildpackage -us -uc -A > "$1.log" 2>&1) || {
		tail -n 5 "$1.log"
		return 1
	}
}

# fail TEXT: ends a host case.
fail()
{
	echo "FAIL: $*"
	exit 1
}
