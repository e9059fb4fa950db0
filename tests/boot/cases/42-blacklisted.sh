# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: the modules blacklisted on the kernel's command line: opens in software, status names cause and remedy
# root: bookworm-amd64
# cpu: via-nano
# append: module_blacklist=padlock_aes,padlock_sha
# unit: idle
. /run/boot/guest.sh

multi_user
status 1 'padlock_aes: module blacklisted' 'padlock_sha: module blacklisted' \
	"remove padlock_aes from .* the kernel's command line" 'cryptroot (aes-xts-plain64) is on software'
