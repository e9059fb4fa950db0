# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: the package padlock-openssl is clean for lintian, and its provider is used
# set: user
# cpu: via-nano
# irq: none
# timeout: 300

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"
# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/user.bash"

mkdir "$OUT/src"
(cd "$TESTS/.." && cp -a Makefile debian dkms.conf openssl padlock.h "$OUT/src/")
(cd "$OUT/src" && dpkg-buildpackage -us -uc -B > "$OUT/log" 2>&1) || {
	tail -n 5 "$OUT/log"
	fail "the package cannot be built"
}
complaints=$(lintian -EvI --pedantic "$OUT"/*.changes 2> /dev/null | grep '^[EWIP]:' || true)
[ -z "$complaints" ] || fail "lintian: $complaints"
complaints=$(mandoc -T lint -W warning "$TESTS"/../openssl/*.[78] || true)
[ -z "$complaints" ] || fail "mandoc: $complaints"
deb_unpack "$OUT/root" "$OUT"/padlock-openssl_*.deb
for file in etc/ssl/padlock.cnf usr/lib/x86_64-linux-gnu/ossl-modules/padlock.so usr/sbin/padlock-openssl \
	usr/share/man/man7/OSSL_PROVIDER-padlock.7.gz usr/share/man/man8/padlock-openssl.8.gz; do
	[ -e "$OUT/root/$file" ] || fail "no $file in the package"
done
use_suite bookworm amd64
export OPENSSL_MODULES=$OUT/root/usr/lib/x86_64-linux-gnu/ossl-modules
on_padlock "$root/usr/bin/openssl" list -providers -provider padlock | grep -q 'VIA PadLock provider' ||
	fail "the package's provider does not load"
basename "$OUT"/padlock-openssl_*.deb
