# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: padlock-status with no open volume, without root, and with wrong words
# root: bookworm-amd64-plain plain
# cpu: via-nano
. /run/boot/guest.sh

multi_user
status 0 'none is open' '^Verdict: accelerated$'
padlock-status --help | grep -q '^usage: padlock-status' || fail "--help does not say how it is used"
padlock-status --wrong 2> /run/error; [ $? = 64 ] || fail "a wrong word does not end with 64"
grep -q usage /run/error || fail "a wrong word gets no usage on stderr"

# by another shell, and for programs
busybox ash /usr/bin/padlock-status > /run/status.ash || fail "busybox ash does not end with 0"
cmp /run/status.ash /run/status || fail "busybox ash says something else"
padlock-status --json > /run/status.json
cat /run/status.json
grep -q '"verdict": "accelerated", "status": 0}$' /run/status.json || fail "--json is of another opinion"

# without root the cipher cannot be seen
open_volume data
setpriv --reuid 65534 --clear-groups padlock-status > /run/status
[ $? = 1 ] || fail "an unseen volume counts as accelerated"
cat /run/status
grep -q 'data: only root can see its cipher' /run/status || fail "it does not say what it could not see"
status 0 'data *aes-xts-plain64 *accelerated'

# not a cipher of PadLock: nothing that could be better
cryptsetup close data
open_volume other serpent-xts-plain64
status 0 'other *serpent-xts-plain64 *other'
