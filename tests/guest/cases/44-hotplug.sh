#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: CPUs that go away and come back while four of them share keys out: nothing is wrong, nothing hangs
# set: suites
# cpu: via-c7 via-nano via-nano2 via-eden-x4 zhaoxin-kx
# irq: none random
# vcpus: 4
# timeout: 900

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/suites.sh
. /lib/suites.sh

# round: CPUs 1 to 3 away and back, in turns.
round()
{
	for cpu in 1 2 3; do
		echo 0 > /sys/devices/system/cpu/cpu$cpu/online || fail "CPU $cpu stays"
		echo 1 > /sys/devices/system/cpu/cpu$cpu/online || fail "CPU $cpu does not come back"
	done
}

load_ours
rounds=0
(suite stress drivers=$AES_DRIVERS iterations=400) &
while [ -d /proc/$! ] && [ $rounds -lt 200 ]; do
	round
	rounds=$((rounds + 1))
done
wait $! || fail "wrong results while CPUs came and went, see the log"
[ $rounds -ge 3 ] || fail "only $rounds rounds of hotplug while the suite ran"
[ "$MODEL" = via-c3 ] || suite sha drivers="$(sha_drivers)"
note "$rounds times three CPUs away and back"
