#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: how much work scp and OpenVPN are for the CPU, with our provider and in software
# set: user
# cpu: via-c7 via-nano
# irq: none
# clock: instructions
# machine: own
# timeout: 1800
# packages: openssl openssh-server openssh-client openvpn iproute2
# modules: tun veth

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/user.sh
. /lib/user.sh
# shellcheck source=tests/guest/lib/ssh.sh
. /lib/ssh.sh
# shellcheck source=tests/guest/lib/vpn.sh
. /lib/vpn.sh

MIB=16

# busy: seconds that the CPU was not idle since the boot, in hundredths. The clock counts
# instructions and the unit's cycles, 1 ns each.
busy()
{
	awk '$1 == "cpu" { print $2 + $3 + $4 + $7 + $8 }' /proc/stat
}

# ticks COMMAND...: of the command, in hundredths of a second
ticks()
{
	_before=$(busy)
	"$@" || fail "$* fails"
	echo $(($(busy) - _before))
}

# work CIPHER SOFTWARE: of scp, in seconds for a gigabyte, without what it takes to
# connect: key exchange and signatures
work()
{
	_connect=$(ticks copy "$1" "$2" empty)
	per_gigabyte $(($(ticks copy "$1" "$2") - _connect))
}

per_gigabyte()
{
	awk -v t="$1" -v mib=$MIB 'BEGIN { printf "%.1f", t / 100 / mib * 954 }'
}

# against NAME SOFTWARE OURS
against()
{
	note "$1: $2 s of CPU a gigabyte in software, $3 s with PadLock, $(awk -v a="$2" -v b="$3" 'BEGIN { printf "%.2f", b / a }')"
}

modprobe -a tun veth
install_provider
network
start_sshd
random_file data $MIB
: > empty
for cipher in aes128-ctr aes256-ctr aes256-cbc aes128-gcm@openssh.com; do
	ours=$(work $cipher '')
	kill "$(cat sshd.pid)"
	software /usr/sbin/sshd -f "$PWD/sshd_config" -E sshd-software.log
	wait_for "Server listening on 0.0.0.0" sshd-software.log
	theirs=$(work $cipher software)
	kill "$(cat sshd.pid)"
	sleep 1
	: > sshd.log
	/usr/sbin/sshd -f "$PWD/sshd_config" -E sshd.log
	wait_for "Server listening on 0.0.0.0" sshd.log
	rm sshd-software.log
	against "scp $cipher" "$theirs" "$ours"
done

vpn_network
vpn_keys
for cipher in AES-256-CBC AES-256-GCM; do
	vpn_up $cipher '' ''
	ours=$(per_gigabyte "$(ticks vpn_copy)")
	vpn_down
	vpn_up $cipher software software
	theirs=$(per_gigabyte "$(ticks vpn_copy)")
	vpn_down
	against "OpenVPN $cipher" "$theirs" "$ours"
done
# what no cipher can be faster than
vpn_up none '' '' none
note "OpenVPN without cipher and MAC: $(per_gigabyte "$(ticks vpn_copy)") s of CPU a gigabyte"
vpn_down
