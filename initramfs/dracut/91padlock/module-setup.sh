#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# dracut module: the PadLock modules and the cipher templates that a CPU with
# PadLock needs, whatever CPU the image is made on.

check()
{
	return 0
}

# The kernel's own drivers, which have no version, stay out: they can run
# on a stale key (README, "When something goes wrong").
built()
{
	# shellcheck disable=SC2154 # dracut's
	[ -n "$(modinfo -k "$kernel" -F version padlock_aes 2> /dev/null)" ]
}

installkernel()
{
	if ! built; then
		dwarn "padlock: no module for kernel $kernel, its volumes open in software (padlock-status says why)"
		return 0
	fi
	# dracut takes the modules of this machine only when hostonly is set
	# shellcheck disable=SC2034
	hostonly='' instmods padlock_aes padlock_sha dm_crypt \
		aes_generic sha256_generic ecb cbc ctr xts essiv
	return 0
}

install()
{
	built || return 0
	inst_simple /usr/lib/modprobe.d/padlock.conf
	inst_script /usr/lib/padlock/load
	# shellcheck disable=SC2154 # dracut's
	inst_hook pre-udev 50 "$moddir/padlock.sh"
}
