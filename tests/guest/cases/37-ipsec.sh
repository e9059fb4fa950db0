#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: IPsec ESP between two network namespaces, one end in software and one through our drivers
# set: suites
# irq: none random
# timeout: 600
# packages: iproute2
# modules: veth esp4 xfrm_user xfrm_algo

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

IP=/usr/bin/ip

# state NAMESPACE WORD...: both directions of the association, in one end.  Which
# drivers serve it is settled here, by what is loaded now.
state()
{
	namespace=$1
	shift
	for way in '10.0.0.1 dst 10.0.0.2 proto esp spi 0x100' '10.0.0.2 dst 10.0.0.1 proto esp spi 0x200'; do
		# shellcheck disable=SC2086 # words
		$IP -n "$namespace" xfrm state add src $way mode transport "$@" ||
			fail "$namespace: no association with $*"
	done
}

policies()
{
	for way in 'a out 10.0.0.1 10.0.0.2' 'a in 10.0.0.2 10.0.0.1' \
		   'b out 10.0.0.2 10.0.0.1' 'b in 10.0.0.1 10.0.0.2'; do
		# shellcheck disable=SC2086 # words
		set -- $way
		$IP -n "$1" xfrm policy add src "$3" dst "$4" dir "$2" \
			tmpl src "$3" dst "$4" proto esp mode transport || fail "no policy"
	done
}

# esp DRIVER WORD...: a with software, b with our drivers, one of which is named DRIVER.
esp()
{
	driver=$1
	shift
	state a "$@"
	load_ours
	state b "$@"
	grep -q "^driver *: $driver" /proc/crypto || fail "no $driver: $(grep '^driver.*padlock' /proc/crypto | tr '\n' ' ')"
	for size in 56 1000 1400; do
		$IP netns exec a ping -c 5 -i 0.2 -W 5 -s $size 10.0.0.2 > pings || fail "$driver: $(tail -n 2 pings)"
	done
	# shellcheck disable=SC2016 # for awk
	errors=$($IP netns exec b awk '$2 { print $1, $2 }' /proc/net/xfrm_stat)
	[ -z "$errors" ] || fail "$driver: $errors"
	for namespace in a b; do
		$IP -n $namespace xfrm state flush
	done
	sleep 1
	unload
}

KEY16=0x000102030405060708090a0b0c0d0e0f
KEY20=${KEY16}10111213
KEY32=${KEY16}101112131415161718191a1b1c1d1e1f

mkdir -p /run/netns /var/run
modprobe -a veth esp4 xfrm_user
$IP netns add a
$IP netns add b
$IP link add left netns a type veth peer name right netns b || fail "no veth pair"
$IP -n a addr add 10.0.0.1/24 dev left
$IP -n b addr add 10.0.0.2/24 dev right
$IP -n a link set left up
$IP -n b link set right up
policies

sha1='sha1.*' sha256='sha256.*'
[ "$MODEL" = via-c3 ] || sha1='sha1-padlock.*' sha256='sha256-padlock.*'
sha1=$(library_or 'hmac(sha1)' "hmac($sha1)")
sha256=$(library_or 'hmac(sha256)' "hmac($sha256)")
cbcmac=$(library_or 'cbcmac(aes)' 'cbcmac(aes-padlock)')
esp "authenc($sha1,cbc-aes-padlock)" enc 'cbc(aes)' $KEY16 auth 'hmac(sha1)' $KEY20
esp "authenc($sha256,cbc-aes-padlock)" enc 'cbc(aes)' $KEY32 auth-trunc 'hmac(sha256)' $KEY32 128
esp "rfc3686(ctr-aes-padlock)" enc 'rfc3686(ctr(aes))' $KEY20 auth 'hmac(sha1)' $KEY20
esp 'rfc4106(gcm_base(ctr-aes-padlock,' aead 'rfc4106(gcm(aes))' $KEY20 128
esp "rfc4309(ccm_base(ctr-aes-padlock,$cbcmac))" aead 'rfc4309(ccm(aes))' ${KEY16}101112 128
note "cbc with $sha1 and $sha256, rfc3686, gcm, ccm with $cbcmac"
