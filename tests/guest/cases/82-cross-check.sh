#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: the speed of our drivers as the kernel's tcrypt and cryptsetup's benchmark see it
# set: bench
# cpu: via-c7 via-nano
# irq: none
# machine: own
# clock: instructions
# timeout: 600
# packages: cryptsetup-bin
# modules: tcrypt algif_skcipher
#
# Notes for tests/bench/run: cycles of one request by tcrypt, and megabytes (2^20) a
# second by cryptsetup.
#   tcrypt alg=A op=encrypt|decrypt|digest keybits=N size=N cycles=N
#   cryptsetup alg=A keybits=N encrypt=N decrypt=N

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh

# tcrypt MODE: its speed test of that number.  It never stays loaded.
tcrypt()
{
	! modprobe tcrypt mode="$1" sec=0 2> /dev/null || rmmod tcrypt
}

# tcrypt_notes: the figures of all its runs for requests in one piece.
tcrypt_notes()
{
	log_since_start | awk '
		/testing speed of/ {
			sub(/.*testing speed of (sync |async )?/, "")
			alg = $1
			op = $NF == "encryption" ? "encrypt" : $NF == "decryption" ? "decrypt" : "digest"
			next
		}
		alg !~ /^((ecb|cbc|ctr|xts)\(aes\)|sha1|sha256)$/ { next }
		/ bit key, .* operation in / {
			gsub(/[(),]/, " ")
			for (i = 1; i <= NF; i++) {
				if ($i == "bit") bits = $(i - 1)
				if ($i == "byte") size = $(i - 1)
				if ($i == "cycles") cycles = $(i - 1)
			}
			if (alg == "xts(aes)")
				bits /= 2
			print "tcrypt alg=" alg " op=" op " keybits=" bits " size=" size " cycles=" cycles
		}
		/ byte blocks, / && / 1 updates/ {
			gsub(/[(),:]/, " ")
			for (i = 1; i <= NF; i++) {
				if ($i == "byte") size = $(i - 1)
				if ($i == "cycles/operation") cycles = $(i - 1)
			}
			print "tcrypt alg=" alg " op=" op " keybits=0 size=" size " cycles=" cycles
		}' >> /run/case/notes
}

load_ours
for mode in 200 303 304; do
	tcrypt $mode
done
tcrypt_notes
grep -q '^tcrypt' /run/case/notes || fail "tcrypt gave no figures"
for what in 'aes-cbc 256' 'aes-xts 512'; do
	cryptsetup benchmark -c "${what% *}" -s "${what#* }" | awk '
		$2 ~ /^[0-9]+b$/ { print "cryptsetup alg=" $1 " keybits=" $2 + 0 " encrypt=" $3 " decrypt=" $5 }'
done > rates
[ "$(grep -c . rates)" = 2 ] || fail "cryptsetup benchmark gave no figures"
cat rates >> /run/case/notes
