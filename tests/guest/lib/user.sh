# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the cases of the OpenSSL provider share; to be sourced after case.sh. Programs
# use the provider where /etc/ssl/openssl.cnf says so; `software` runs one without.

# others have used this machine before
mkdir -p "/tmp/$CASE"
cd "/tmp/$CASE" || exit 1

# install_provider: as `make install-openssl` and `padlock-openssl on` do.
install_provider()
{
	cp /user/padlock.so "$(openssl version -m | sed 's/^MODULESDIR: "\(.*\)"$/\1/')/" ||
		fail "no place for the provider"
	cp /user/padlock.cnf /etc/ssl/
	sh /user/padlock-openssl on > on.log 2>&1 || fail "padlock-openssl on: $(cat on.log)"
	grep -q '^on: ' on.log || fail "padlock-openssl on: $(cat on.log)"
}

# software PROGRAM ARG...: with OpenSSL's own code. A program of its own, so that $! of
# one in the background is what runs.
# shellcheck disable=SC2016 # for the program
printf '#!/bin/sh\nOPENSSL_CONF=/dev/null exec "$@"\n' > /usr/bin/software
chmod 755 /usr/bin/software

# sum_of COUNTER...: of the unit
sum_of()
{
	_sum=0
	for _name; do
		_sum=$((_sum + $(counter "$_name")))
	done
	echo $_sum
}

aes_blocks()
{
	sum_of blocks_ecb blocks_cbc blocks_ctr blocks_cfb blocks_ofb
}

# network: the machine by its name.
network()
{
	ip link set lo up
	printf '127.0.0.1 localhost\n' > /etc/hosts
}

# used WHAT BLOCKS PROGRAM ARG...: the program runs, and the unit does that many blocks of
# AES at least.
used()
{
	_what=$1 _least=$2
	shift 2
	_before=$(aes_blocks)
	"$@" || fail "$_what: $* ends with status $?"
	_did=$(($(aes_blocks) - _before))
	[ $_did -ge "$_least" ] || fail "$_what: the unit did $_did blocks, not $_least"
}

# wait_for TEXT FILE: until the file has the text, half a minute at most.
wait_for()
{
	_tries=150
	until grep -q "$1" "$2" 2> /dev/null; do
		_tries=$((_tries - 1))
		[ $_tries -gt 0 ] || { cat "$2"; fail "no '$1' in $2"; }
		sleep 0.2
	done
}

# random_file FILE MIB
random_file()
{
	head -c "$(($2 * 1048576))" /dev/urandom > "$1"
}
