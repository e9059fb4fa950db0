# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# purpose: without PadLock, or where it is disabled, the provider refuses with one error, and OpenSSL goes on as before; switched on and off
# cpu: none via-nano
# irq: none
# set: user
# timeout: 180

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/common.bash"
# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/emulator/cases/user.bash"

# refused_with WORDS [PROPERTY]: the one error when it is asked for by name.
refused_with()
{
	CPU=$CPU${2:+,$2} on_padlock "$root/usr/bin/openssl" list -providers -provider padlock > "$OUT/log" 2>&1 &&
		fail "the provider loads"
	grep -qF ":padlock: $1" "$OUT/log" || { cat "$OUT/log"; fail "no word of '$1'"; }
	[ "$(grep -c 'padlock: ' "$OUT/log")" = 1 ] || { cat "$OUT/log"; fail "more than one error"; }
}

# the_same ARG...: openssl says with our configuration what it says without any.
the_same()
{
	local with without

	with=$(OPENSSL_CONF=$OUT/openssl.cnf on_padlock "$root/usr/bin/openssl" "$@" 2>&1) ||
		fail "$SUITE: openssl $* fails with our configuration: $with"
	without=$(on_padlock "$root/usr/bin/openssl" "$@" 2>&1)
	[ "$with" = "$without" ] || fail "$SUITE: openssl $* says $with, not $without"
}

# The tool calls openssl by name: that of the suite, on the CPU under test.
make_openssl_command()
{
	mkdir -p "$OUT/bin"
	cat > "$OUT/bin/openssl" <<-EOF
	#!/bin/sh
	exec "$EMU/qemu-x86_64" -cpu "$CPU" -L "$root" "$(loader "$root" amd64)" \\
		--library-path "$(library_path "$root" amd64)" "$root/usr/bin/openssl" "\$@"
	EOF
	chmod 755 "$OUT/bin/openssl"
}

# tool STATUS WORDS ARG...: padlock-openssl ends with that status and says these words.
tool()
{
	local want=$1 words=$2 status=0 said
	shift 2

	said=$(PATH=$OUT/bin:$PATH OPENSSL_CONF=$OUT/openssl.cnf "$TESTS/../openssl/padlock-openssl" "$@" 2>&1) ||
		status=$?
	[ $status = "$want" ] || fail "$SUITE: padlock-openssl $* ends with $status: $said"
	[[ $said == *"$words"* ]] || fail "$SUITE: padlock-openssl $* says: $said"
}

check_tool()
{
	local now="0 on:"

	[ "$MODEL" != none ] || now="2 on, but refused, so OpenSSL does without: padlock: this CPU has no VIA PadLock unit"
	cp "$root/etc/ssl/openssl.cnf" "$OUT/openssl.cnf"
	cp "$TESTS/../openssl/padlock.cnf" "$OUT/"
	make_openssl_command
	tool 1 "off:" status
	tool 0 "${now#* }" on
	tool "${now%% *}" "${now#* }" status
	the_same dgst -sha256 "$root/etc/ssl/openssl.cnf"
	the_same enc -aes-256-cbc -K 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff \
		-iv 00112233445566778899aabbccddeeff -a -in "$root/etc/ssl/openssl.cnf"
	the_same ciphers -v
	tool 0 "" on
	[ "$(grep -c padlock "$OUT/openssl.cnf")" = 1 ] || fail "switched on twice"
	tool 0 "" off
	cmp "$OUT/openssl.cnf" "$root/etc/ssl/openssl.cnf" || fail "switched off, the file is not as before"
	printf '[provider_sect]\nfips = fips_sect\n' >> "$OUT/openssl.cnf"
	tool 1 "FIPS" on
	cp "$root/etc/ssl/openssl.cnf" "$OUT/openssl.cnf"
	sed -i 's/^\[openssl_init\]/&\nalg_section = mine/' "$OUT/openssl.cnf"
	tool 1 "default properties" on
	tool 64 "usage" maybe
}

for suite in bookworm trixie sid experimental; do
	use_suite "$suite" amd64
	if [ "$MODEL" = none ]; then
		refused_with "this CPU has no VIA PadLock unit"
	else
		refused_with "firmware or hypervisor keeps the PadLock unit of this CPU disabled" padlock-disabled=on
	fi
	check_tool
done
echo "OpenSSL of bookworm, trixie, sid and experimental"
