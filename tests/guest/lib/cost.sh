# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What requests cost (suite cost of padlock-test.ko), to be sourced after
# /lib/suites.sh.  For cases with `# clock: instructions`.

# costs IMPL [PARAMETER=VALUE...]: runs the suite on the drivers that the kernel
# prefers now (for the generic hashes: on those, since the kernel may have better
# software); each figure becomes a note "cost IMPL alg=... ", as cost.c has it.
costs()
{
	_impl=$1
	shift
	_hash=
	[ "$_impl" != generic ] || _hash=-generic
	suite cost drivers="ecb(aes),cbc(aes),ctr(aes),xts(aes),sha1$_hash,sha256$_hash" "$@"
	log_since_start | awk -v impl="$_impl" '
		/^padlock-test: cost: seed/ { text = "" }
		sub(/^padlock-test: cost: alg=/, "") { text = text "cost " impl " alg=" $0 "\n" }
		END { printf "%s", text }' > "costs-$_impl"
	cat "costs-$_impl" >> /run/case/notes
}

# within_bounds IMPL...: none of the figures of `costs IMPL` exceeds tests/bench/bounds
# by more than 2 percent, and all that the table names for this CPU were measured.
within_bounds()
{
	for _impl; do
		cat "costs-$_impl"
	done | awk -v cpu="$MODEL" '
		function check(what, is, may)
		{
			if (is > may * 1.02)
				print what ": " is " instead of " may
		}
		/^#/ { next }
		FILENAME ~ /bounds$/ {
			if ($1 == cpu) {
				k = $2 " " $3 " " $4 " " $5 " " $6 " " $7
				instructions[k] = $9; operations[k] = $10; loads[k] = $11
			}
			next
		}
		{
			for (i = 3; i <= NF; i++) {
				split($i, part, "=")
				is[part[1]] = part[2]
			}
			k = $2 " " is["alg"] " " is["op"] " " (is["keybits"] + 0 ? is["keybits"] : "-") " " \
			    is["size"] " " is["segments"]
			if (!(k in instructions))
				next
			check(k " instructions", is["instructions"], instructions[k])
			check(k " operations", is["operations"], operations[k])
			check(k " key loads", is["key_loads"], loads[k])
			delete instructions[k]
		}
		END {
			for (k in instructions)
				print k ": not measured"
		}' /lib/bounds - > over
	[ ! -s over ] || fail "$(wc -l < over) figures out of bounds, the first: $(head -n 1 over)"
}
