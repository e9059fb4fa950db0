# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh source=tests/boot/guest.sh
#
# purpose: padlock-status with a driver that fails the kernel's self-test (a build that decrypts XTS wrongly)
# root: bookworm-amd64-plain plain
# cpu: via-nano
# log: allow WARNING: CPU.*(testmgr|alg_test)
. /run/boot/guest.sh

multi_user
modprobe -r padlock_aes || fail "the module does not unload"
insmod /root/faulty/padlock-aes.ko || fail "the faulty module does not load"
# while it is there the kernel gives nobody xts(aes), not even in software
status 1 'xts-aes-padlock .*self-test FAILED' 'xts(aes) (xts-aes-padlock): self-test failed' \
	'please report it with the output of dmesg'
grep -q 'cbc-aes-padlock .*self-test passed' /run/status || fail "what passed is not said to have passed"
