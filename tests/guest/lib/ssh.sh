# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# A stock sshd on localhost and who copies from it; to be sourced after user.sh.

# start_sshd: for root, with a key of its own; may be reached with ssh_options.
start_sshd()
{
	network
	mkdir -p /run/sshd /root/.ssh got /var/empty
	chmod 700 /root /root/.ssh
	printf 'root:x:0:0:root:/root:/bin/sh\nsshd:x:100:65534::/run/sshd:/bin/false\n' > /etc/passwd
	printf 'root:x:0:\nnogroup:x:65534:\n' > /etc/group
	/usr/bin/ssh-keygen -q -t ed25519 -N '' -f host_key || fail "ssh-keygen"
	/usr/bin/ssh-keygen -q -t ed25519 -N '' -f user_key || fail "ssh-keygen"
	cp user_key.pub /root/.ssh/authorized_keys
	cat > sshd_config <<-EOF
	Port 2222
	HostKey $PWD/host_key
	PidFile $PWD/sshd.pid
	PermitRootLogin yes
	StrictModes no
	UsePAM no
	Ciphers aes128-ctr,aes256-ctr,aes256-cbc,aes128-gcm@openssh.com
	Subsystem sftp /usr/lib/openssh/sftp-server
	EOF
	/usr/sbin/sshd -f sshd_config -E sshd.log || { cat sshd.log; fail "sshd does not start"; }
	wait_for "Server listening on 0.0.0.0" sshd.log
}

# copy CIPHER SOFTWARE [FILE]: scp of the file, data, into got/; SOFTWARE is '' or
# `software`.
copy()
{
	$2 /usr/bin/scp -q -c "$1" -P 2222 -i user_key -o StrictHostKeyChecking=no \
		-o UserKnownHostsFile=/dev/null -o MACs=hmac-sha1,hmac-sha2-256 \
		"root@localhost:$PWD/${3:-data}" got/ > scp.log 2>&1 || { cat scp.log sshd.log; return 1; }
}
