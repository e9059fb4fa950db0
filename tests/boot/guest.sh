# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the boot cases share; sourced inside the booted machine, and by host cases
# that read the README.

set -u
README=${README:-/run/boot/README.md}

# fail TEXT, note TEXT: for results.json; fail ends the case.
fail()
{
	echo "FAIL: $*"
	exit 1
}

note()
{
	echo "NOTE: $*"
}

# status WANTED TEXT...: padlock-status must end with WANTED and say every TEXT
# (basic regular expressions).
status()
{
	wanted=$1
	shift
	padlock-status > /run/status 2>&1
	code=$?
	cat /run/status
	[ $code = "$wanted" ] || fail "padlock-status ended with $code, not $wanted"
	for text; do
		grep -q -e "$text" /run/status || fail "padlock-status does not say \"$text\""
	done
	note "padlock-status: $wanted, $(sed -n 's/^Verdict: //p' /run/status)"
}
# silent: nothing in any log names PadLock, nothing failed, nothing tainted.
silent()
{
	dmesg > /run/dmesg
	journalctl -q -b --no-pager > /run/journal
	grep -i padlock /run/dmesg && fail "dmesg names PadLock"
	grep -i padlock /run/journal && fail "the journal names PadLock"
	[ "$(systemctl list-units --failed --no-legend --plain)" = '' ] || fail "a unit failed: $(systemctl list-units --failed --no-legend)"
	[ "$(cat /proc/sys/kernel/tainted)" = 0 ] || fail "the kernel is tainted"
	[ ! -e /sys/module/padlock_aes ] || fail "padlock_aes is loaded"
}

# multi_user: systemd reaches it (the login prompt may come before) and no unit
# has failed.
multi_user()
{
	left=120
	until systemctl is-active -q multi-user.target; do
		[ $left -gt 0 ] || fail "multi-user.target is not reached"
		sleep 1
		left=$((left - 1))
	done
	[ "$(systemctl list-units --failed --no-legend --plain)" = '' ] || fail "a unit failed: $(systemctl list-units --failed --no-legend)"
}

# images_hold_their_builds COUNT: there are COUNT kernels, and the image of each
# holds the very files that DKMS built for it.
images_hold_their_builds()
{
	count=0
	for image in /boot/initrd.img-*; do
		release=${image#/boot/initrd.img-}
		rm -rf /var/tmp/image
		unmkinitramfs "$image" /var/tmp/image || fail "cannot unpack $image"
		for mod in padlock-aes padlock-sha; do
			disk=/lib/modules/$release/updates/dkms/$mod.ko
			[ -e "$disk" ] || fail "there is no $disk"
			inside=$(find /var/tmp/image -name "$mod.ko")
			[ "$(echo "$inside" | wc -l)" = 1 ] || fail "not one $mod.ko in $image"
			cmp -s "$disk" "$inside" || fail "$mod.ko in $image is not that of the disk"
			[ "$(modinfo -F vermagic "$inside" | cut -d' ' -f1)" = "$release" ] ||
				fail "$mod.ko in $image is for another kernel"
		done
		note "$release: srcversion $(modinfo -F srcversion "$disk"), disk and image alike"
		count=$((count + 1))
	done
	[ $count = "$1" ] || fail "$count kernels, not $1"
}

# open_volume NAME [CIPHER]: a new LUKS2 volume in a file, open as NAME.
open_volume()
{
	truncate -s 32M "/root/$1.img"
	echo secret > /run/key
	cryptsetup luksFormat -q --cipher "${2:-aes-xts-plain64}" --pbkdf pbkdf2 \
		--pbkdf-force-iterations 1000 "/root/$1.img" /run/key || fail "luksFormat failed"
	cryptsetup open --key-file /run/key "/root/$1.img" "$1" || fail "the volume $1 does not open"
}

# next_boot: the machine's next boot takes the image that is now in /boot.
next_boot()
{
	sync
	tar -C / -cf /dev/vdb "boot/initrd.img-$(uname -r)" || fail "the image cannot be handed over"
}

# readme_sections: those sections of the README that have commands, one a line.
readme_sections()
{
	awk '/^##/ { title = $0; sub(/^#* /, "", title) }
		/^```sh$/ && title != last { print title; last = title }' "$README"
}

# readme SECTION [N]: the commands of that section, of its Nth block only.
readme()
{
	awk -v section="$1" -v number="${2-}" '
		/^##/ { title = $0; sub(/^#* /, "", title) }
		/^```$/ { inside = 0 }
		inside
		/^```sh$/ && title == section { inside = (number == "" || ++count == number) }
		' "$README"
}

# follow SECTION [N [SED]]: do what that block says, as root, saying yes to apt; SED
# puts in what the README leaves open.  What the commands said is in /run/followed.
follow()
{
	readme "$1" "${2-}" | sed "${3-}" > /run/commands
	[ -s /run/commands ] || fail "the README has no commands: $*"
	cat /run/commands
	{ yes | sh -e /run/commands 2>&1; echo $? > /run/code; } | tee /run/followed
	[ "$(cat /run/code)" = 0 ] || fail "the README's commands failed: $*"
}

# small_images: those made from now on have this machine's modules only; the others
# take minutes on an emulated CPU.
small_images()
{
	sed -i 's/^MODULES=.*/MODULES=dep/' /etc/initramfs-tools/initramfs.conf
}
