# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: three wrong passphrases, then the right one: opens, accelerated
# root: bookworm-amd64
# cpu: via-nano
# passphrases: wrong wrong wrong right
# unit: used
# timeout: 400
. /run/boot/guest.sh

multi_user
status 0 '^Verdict: accelerated$'
