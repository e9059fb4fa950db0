# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# purpose: a CBC stream of 1 MiB runs in the guest at least 20 times faster than aes-generic
# kernel: *-amd64 *-686 *-686-pae
# irq: none
# timeout: 240
#
# Through the kernel's own padlock-aes, so that it measures the emulator.

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

load_stock aes
need_driver cbc-aes-padlock
insmod "$OURS/padlock-test.ko" suite=speed drivers=cbc-aes-padlock min_ratio=20 ||
	fail "$(log_since_start | grep 'padlock-test:' | tail -n 1)"
note "emulated: $(log_since_start | sed -n "s,^padlock-test: speed: \(cbc.*\),\1;,p" | tr "\n" " ")"
unload
