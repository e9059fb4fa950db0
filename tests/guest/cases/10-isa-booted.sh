# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# purpose: the emulated unit behaves as padlock-isa.md says, seen from user space of a booted machine
# cpu: all
# timeout: 240
# log: allow padlock: warning

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

for program in isa-test isa-test32; do
	[ -x "/bin/$program" ] || continue
	"$program" --machine --irq "$IRQ" > /tmp/isa.log 2>&1
	status=$?
	cat /tmp/isa.log
	[ $status = 0 ] || fail "$program ends with status $status"
	grep -q "^# model $MODEL," /tmp/isa.log || fail "$program found another model than $MODEL"
	note "$program: $(tail -n 1 /tmp/isa.log)"
done
