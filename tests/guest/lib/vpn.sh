# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# OpenVPN between two network namespaces on one machine; to be sourced after user.sh.

# vpn_network: the namespaces "server" and "client", with a link of two ends.
vpn_network()
{
	for _ns in server client; do
		/usr/sbin/ip netns add $_ns || fail "no network namespace"
		/usr/sbin/ip -n $_ns link set lo up
	done
	/usr/sbin/ip link add s0 netns server type veth peer name c0 netns client || fail "no veth"
	/usr/sbin/ip -n server addr add 10.1.0.1/24 dev s0
	/usr/sbin/ip -n client addr add 10.1.0.2/24 dev c0
	/usr/sbin/ip -n server link set s0 up
	/usr/sbin/ip -n client link set c0 up
	mkdir -p /dev/net
	[ -e /dev/net/tun ] || mknod /dev/net/tun c 10 200
}

# vpn_keys: certificates for both ends, of one authority.
vpn_keys()
{
	for _end in server client; do
		openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $_end.key \
			-out $_end.pem -subj /CN=$_end > req.log 2>&1 || { cat req.log; fail "openssl req"; }
	done
}

fingerprint()
{
	openssl x509 -in "$1" -noout -fingerprint -sha256 | sed 's/.*=//'
}

# vpn_up CIPHER SERVER CLIENT [AUTH]: the tunnel, 10.2.0.1 to 10.2.0.2. SERVER and CLIENT
# are '' or `software`; AUTH is the MAC of ciphers without one, default SHA256.
vpn_up()
{
	_common="--dev tun --proto udp --verb 3 --data-ciphers $1 --data-ciphers-fallback $1 --auth ${4:-SHA256}
		--persist-tun --disable-dco"
	# those of the last tunnel must not be taken for this one's
	rm -f vpn-server.log vpn-client.log
	# shellcheck disable=SC2086 # several words
	$2 /usr/sbin/ip netns exec server /usr/sbin/openvpn $_common --local 10.1.0.1 --tls-server \
		--dh none --topology subnet --ifconfig 10.2.0.1 255.255.255.0 --cert server.pem --key server.key \
		--peer-fingerprint "$(fingerprint client.pem)" > vpn-server.log 2>&1 &
	_vpn_server=$!
	wait_for "UDPv4 link remote" vpn-server.log
	# shellcheck disable=SC2086 # several words
	$3 /usr/sbin/ip netns exec client /usr/sbin/openvpn $_common --remote 10.1.0.1 --tls-client \
		--topology subnet --ifconfig 10.2.0.2 255.255.255.0 --nobind --cert client.pem --key client.key \
		--peer-fingerprint "$(fingerprint server.pem)" > vpn-client.log 2>&1 &
	_vpn_client=$!
	wait_for "Initialization Sequence Completed" vpn-client.log
	wait_for "Initialization Sequence Completed" vpn-server.log
	_name=$1
	[ "$1" != none ] || _name='\[null-cipher\]'
	for _log in vpn-server.log vpn-client.log; do
		grep -q "Data Channel.*cipher '$_name'" $_log || { cat $_log; fail "OpenVPN does not use $1"; }
	done
}

vpn_down()
{
	kill "$_vpn_server" "$_vpn_client"
	wait "$_vpn_server" "$_vpn_client" 2> /dev/null
}

# vpn_copy: the file data through the tunnel, to arrived. The input of the one that
# listens must not end, or the other would stop when it does.
vpn_copy()
{
	[ -e endless ] || mkfifo endless
	exec 9<> endless
	/usr/sbin/ip netns exec server nc -l -p 5000 <&9 > arrived &
	_nc=$!
	sleep 0.5
	/usr/sbin/ip netns exec client nc 10.2.0.1 5000 < data || return 1
	wait $_nc
	exec 9<&-
}
