# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: the README's first commands on this host: clone, make demo (make check is what CI runs)
# root: host
# timeout: 1500
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
README=$PWD/README.md
# shellcheck source=tests/boot/guest.sh
. tests/boot/guest.sh

readme 'See it work' | sed "s:<this repository>:$PWD:; /^make check/d" > "$work/commands"
# root may have no sudo
command -v sudo > /dev/null || sed -i 's/^sudo //' "$work/commands"
[ "$(sed 's/^sudo //' "$work/commands" | cut -d' ' -f1-2 | tr '\n' ,)" = 'apt install,git clone,make demo,' ] ||
	fail "other commands than expected: $(cat "$work/commands")"
(cd "$work" && sh -e commands < <(yes)) > "$work/said" 2>&1 ||
	{ tail "$work/said"; fail "the README's commands failed"; }
for word in software in-tree ours; do
	[ "$(grep -cE "^aes-.* $word +.*MB/s" "$work/said")" = 2 ] || fail "make demo's table has not two lines of $word"
done
note "$(grep -E '^aes-xts-plain64 +ours' "$work/said")"
