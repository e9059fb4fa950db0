#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: stock sshd and scp through our provider: aes128-ctr, aes256-ctr, aes256-cbc, aes128-gcm
# set: user
# suite: bookworm trixie sid
# cpu: via-nano via-c7
# irq: none
# timeout: 600
# packages: openssl openssh-server openssh-client

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/user.sh
. /lib/user.sh
# shellcheck source=tests/guest/lib/ssh.sh
. /lib/ssh.sh

install_provider
start_sshd
random_file data 4
for cipher in aes128-ctr aes256-ctr aes256-cbc aes128-gcm@openssh.com; do
	# both ends: 2 x 4 MiB
	used "scp $cipher" 524288 copy $cipher ''
	used "scp $cipher, client in software" 262144 copy $cipher software
	cmp data got/data || fail "scp $cipher: what arrived is not what was sent"
	rm got/data
done
kill "$(cat sshd.pid)"
note "OpenSSH $(/usr/bin/ssh -V 2>&1): scp of 4 MiB with 4 ciphers"
