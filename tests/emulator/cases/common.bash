# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What the host cases share; to be sourced from "$TESTS/emulator/cases/common.bash".
# A case finds EMU, CPU, MODEL, IRQ, ARCH, OUT and TESTS in its environment
# (tests/README.md).

# shellcheck source-path=SCRIPTDIR/../..
. "$TESTS/lib.sh"

export PADLOCK_STATS=$OUT/stats.json PADLOCK_LOG=$OUT/warnings.log

# fail TEXT...: the case has failed, and why.
fail()
{
	printf 'failed: %s\n' "$*"
	exit 1
}

# skip TEXT...: the case cannot run here, and why.
skip()
{
	printf '%s\n' "$*"
	exit 77
}

# archs: the architectures whose programs are to be run: that of the CPU's kernel,
# and once, without interruptions, 32-bit programs on a 64-bit CPU as well.
archs()
{
	# shellcheck disable=SC2153 # ARCH is set by tests/run
	echo "$ARCH"
	if [ "$ARCH" = amd64 ] && [ "$IRQ" = none ]; then echo i386; fi
}

# has_aesni: whether the CPU model has AES instructions beside PadLock, which
# libraries then prefer (cpu-models.md 1c).
has_aesni()
{
	[ "$MODEL" = via-eden-x4 ] || [ "$MODEL" = zhaoxin-kx ]
}

# has_phe: whether the CPU model has the hash unit.
has_phe()
{
	[ "$MODEL" != via-c3 ]
}

# has_phe2: whether it has SHA-384 and SHA-512 as well.
has_phe2()
{
	[ "$MODEL" = via-nano ] || has_aesni
}

# probes ARCH: print the directory with the programs of tests/guest/probes.
probes()
{
	local dir=$TESTS/guest/probes

	cached probes "$1-$(hash_of "$dir"/build "$dir"/*.[ch] "$TESTS/emulator/padlock-counters.h")" \
		"$dir/build" "$1"
}

# triplet ARCH: Debian's name of its library directories.
triplet()
{
	if [ "$1" = i386 ]; then echo i386-linux-gnu; else echo x86_64-linux-gnu; fi
}

# sysroot ARCH PACKAGE...: print a directory with these packages of the suite $SUITE,
# default bookworm, and all they depend on; -dev packages come without their
# dependencies.
sysroot()
{
	local arch=$1 suite=${SUITE:-bookworm} pkg libs=() devs=() debs
	shift

	for pkg; do
		case $pkg in
		*-dev) devs+=("$pkg") ;;
		*) libs+=("$pkg") ;;
		esac
	done
	debs=$(deb_closure "$suite" "$arch" "${libs[@]}")
	[ ${#devs[@]} = 0 ] || debs+=$'\n'$(deb_fetch "$suite" "$arch" "${devs[@]}")
	# shellcheck disable=SC2086 # one word a package
	cached sysroot "$arch-$(hash_of "$debs")" sysroot_unpack $debs
}

# sysroot_unpack DEB... DIR: the builder of sysroot.
sysroot_unpack()
{
	deb_unpack "${!#}" "${@:1:$#-1}"
}

# emulated ARCH[,PROPERTY...] PROGRAM ARG...: run a static program on the CPU
# under test, with further properties of the emulator.  The counters of the run
# are in $PADLOCK_STATS afterwards.
emulated()
{
	local arch=${1%%,*} props=${1#"${1%%,*}"}
	shift

	rm -f "$PADLOCK_STATS"
	"$EMU/qemu-${arch/amd64/x86_64}" -cpu "$CPU$props" "$@"
}

# emulated_in SYSROOT ARCH PROGRAM ARG...: the same for a program and the shared
# libraries of a sysroot, and of nowhere else.
emulated_in()
{
	local root=$1 arch=$2
	shift 2

	emulated "$arch" -L "$root" "$(loader "$root" "$arch")" \
		--library-path "$(library_path "$root" "$arch")" "$@"
}

# native_in SYSROOT PROGRAM ARG...: an amd64 program of a sysroot on the host's
# own CPU, as the reference.
native_in()
{
	local root=$1
	shift

	"$(loader "$root" amd64)" --library-path "$(library_path "$root" amd64)" "$@"
}

# Before trixie it is below /lib, and then below /usr.
loader()
{
	local t name=ld-linux-x86-64.so.2 usr=

	t=$(triplet "$2")
	[ "$2" != i386 ] || name=ld-linux.so.2
	[ -e "$1/lib/$t/$name" ] || usr=/usr
	echo "$1$usr/lib/$t/$name"
}

library_path()
{
	local t

	t=$(triplet "$2")
	echo "$1/lib/$t:$1/usr/lib/$t"
}

# compile SYSROOT ARCH SOURCE LIBRARY: compile a program against a sysroot's
# library; print its path.
compile()
{
	local root=$1 arch=$2 t out flags=()

	t=$(triplet "$arch")
	out=$OUT/$(basename "$3" .c)-$arch
	[ "$arch" = amd64 ] || flags=(-m32 -march=i686 -mno-sse)
	gcc -std=gnu11 -O2 -Wall -Wextra -Werror "${flags[@]}" "$3" -o "$out" \
		-I "$root/usr/include" -I "$root/usr/include/$t" -L "$root/usr/lib/$t" -l"$4" \
		-Wl,--unresolved-symbols=ignore-in-shared-libs >&2 || fail "$3 does not compile"
	echo "$out"
}

# stat_of NAME: a counter of the latest run.
stat_of()
{
	sed -n "s/^.*\"$1\": \([0-9]*\).*\$/\1/p" "$PADLOCK_STATS" | grep . ||
		fail "the emulator left no counter $1 in $PADLOCK_STATS"
}
