#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: OpenVPN between two network namespaces through our provider: AES-256-GCM and AES-256-CBC
# set: user
# suite: bookworm trixie sid
# cpu: via-nano
# irq: none
# timeout: 400
# packages: openssl openvpn iproute2
# modules: tun veth

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/user.sh
. /lib/user.sh
# shellcheck source=tests/guest/lib/vpn.sh
. /lib/vpn.sh

# through CIPHER SERVER CLIENT
through()
{
	vpn_up "$@"
	vpn_copy || fail "$1: nothing gets through"
	cmp data arrived || fail "$1: what arrived is not what was sent"
	vpn_down
}

modprobe -a tun veth
install_provider
network
vpn_network
vpn_keys
random_file data 2
for cipher in AES-256-GCM AES-256-CBC; do
	# 2 MiB
	used "OpenVPN $cipher, client" 131072 through $cipher software ''
	used "OpenVPN $cipher, server" 131072 through $cipher '' software
done
note "$(/usr/sbin/openvpn --version | head -n 1 | cut -d ' ' -f 1-2): 2 MiB each way, one end in software"
