# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What the shell tools under tests/ share: messages, the cache of heavy
# products, and Debian packages of any suite and architecture.  To be sourced.
#
# Environment
#   PADLOCK_CACHE          heavy products (default ~/.cache/padlock-linux)
#   DEBIAN_MIRROR          base address of the archive (default: as the host's apt)
#   DEBIAN_SECURITY_MIRROR the same for the security archive

set -euo pipefail

TESTS=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PADLOCK_CACHE=${PADLOCK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/padlock-linux}
LIB_STARTED=${LIB_STARTED:-$(date +%s)}
export TESTS PADLOCK_CACHE LIB_STARTED

# say TEXT...: one line of progress on stderr, with the seconds since the start.
say()
{
	printf '[%4ds] %s\n' "$(($(date +%s) - LIB_STARTED))" "$*" >&2
}

# die TEXT...: one sentence on stderr, exit status 1.
die()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

# hash_of WORD|FILE...: 16 hexadecimal digits over the words as they stand and
# the contents (not the names) of those arguments that are files.
hash_of()
{
	local arg

	for arg; do
		if [ -f "$arg" ]; then sha256sum < "$arg"; else printf '%s\n' "$arg"; fi
	done | sha256sum | cut -c1-16
}

# cached KIND KEY BUILDER ARG...: print $PADLOCK_CACHE/KIND-KEY; where it is
# absent, first run `BUILDER ARG... DIR` on a new DIR and rename that when
# BUILDER succeeded, so that nobody ever sees half a product.  One builder a
# product at a time, machine-wide.  BUILDER is a command or a function; it runs
# in a bash of its own with `set -euo pipefail`, this file's functions and the
# caller's, but only exported variables; its output goes to stderr.
# Returns 1 with nothing left behind when BUILDER failed.
cached()
{
	local dir=$PADLOCK_CACHE/$1-$2 tmp=$PADLOCK_CACHE/.tmp/$1-$2 rc=0 lock
	shift 2

	if [ ! -d "$dir" ]; then
		mkdir -p "$PADLOCK_CACHE/.tmp" "$PADLOCK_CACHE/.locks" ||
			die "cannot write to the cache $PADLOCK_CACHE"
		exec {lock}> "$PADLOCK_CACHE/.locks/${dir##*/}"
		flock -n "$lock" || {
			say "waiting for another process that makes ${dir##*/}"
			flock "$lock"
		}
		if [ ! -d "$dir" ]; then
			rm -rf "$tmp"
			mkdir "$tmp"
			# shellcheck disable=SC2016 # for the new bash
			bash -euo pipefail -c '. "$1"' "$0" \
				<(declare -f; printf '%q ' "$@" "$tmp") >&2 {lock}>&- || rc=1
			if [ $rc = 0 ]; then mv "$tmp" "$dir"; else rm -rf "$tmp"; fi
		fi
		exec {lock}>&-
	fi
	[ $rc = 0 ] && printf '%s\n' "$dir"
}

# need_space DIR MIB: fail with a sentence when DIR's file system has less than
# MIB mebibytes left.
need_space()
{
	local free

	mkdir -p "$1" || die "cannot make the directory $1"
	free=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
	[ "$free" -ge "$2" ] ||
		die "not enough disk space in $1: $free MiB free, $2 MiB needed"
}

# mirror_of main|security: base address of the archive that the host's apt uses.
mirror_of()
{
	local uris

	# shellcheck disable=SC2016 # apt expands it
	uris=$(apt-get indextargets --format '$(REPO_URI)' 2> /dev/null | sed 's:/*$::' | sort -u)
	if [ "$1" = security ]; then
		printf '%s\n' "${DEBIAN_SECURITY_MIRROR:-$(grep -m1 '/debian-security$' <<< "$uris" ||
			printf '%s-security\n' "$(mirror_of main)")}"
	else
		printf '%s\n' "${DEBIAN_MIRROR:-$(grep -m1 '/debian$' <<< "$uris" ||
			echo http://deb.debian.org/debian)}"
	fi
}

# apt_dir SUITE ARCH: print the private apt directory of that suite and
# architecture, with package lists not older than a day (older ones serve when
# the network is away).  The host's own apt is never touched.
apt_dir()
{
	local dir=$PADLOCK_CACHE/apt/$1-$2 main suite=$1 arch=$2 lock

	main=$(mirror_of main)
	mkdir -p "$dir"/{lists,archives,empty}/partial || die "cannot write to the cache $PADLOCK_CACHE"
	exec {lock}> "$dir/lock"
	flock "$lock"
	if [ "$(cat "$dir/mirror" 2> /dev/null)" != "$main" ] ||
	   [ -z "$(find "$dir/stamp" -mtime -1 2> /dev/null)" ]; then
		: > "$dir/status"
		apt_sources "$suite" "$main" > "$dir/sources.list"
		apt_conf "$dir" "$arch" "$suite" > "$dir/apt.conf"
		say "reading the package lists of $suite $arch"
		# A mirror in the middle of its own update can hold one broken index; the
		# suite itself is what matters, -updates and -security come if they can.
		APT_CONFIG=$dir/apt.conf apt-get -q update > "$dir/update.log" 2>&1 || true
		if compgen -G "$dir/lists/*_dists_${suite}_main_binary-${arch}_Packages*" > /dev/null &&
		   ! grep -q "^[EW]: Failed to fetch $main/dists/$suite/" "$dir/update.log"; then
			grep -o '^[EW]: Failed to fetch [^ ]*' "$dir/update.log" | sed 's:.*/dists/:not readable, left out\: :' >&2 || true
			printf '%s\n' "$main" > "$dir/mirror"
			touch "$dir/stamp"
		elif [ -e "$dir/stamp" ] && [ "$(cat "$dir/mirror")" = "$main" ]; then
			say "the mirror does not answer; using the package lists of an earlier day"
		else
			tail -n 3 "$dir/update.log" >&2
			die "cannot read Debian's package lists ($suite $arch): is the network up? DEBIAN_MIRROR names another mirror"
		fi
	fi
	exec {lock}>&-
	printf '%s\n' "$dir"
}

# apt_sources SUITE MIRROR: the sources.list of a suite with its updates; experimental
# is packages on top of sid.
apt_sources()
{
	local opt="[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" type

	for type in deb deb-src; do
		echo "$type $opt $2 $1 main"
		case $1 in
		sid) continue ;;
		experimental) echo "$type $opt $2 sid main"; continue ;;
		esac
		echo "$type $opt $2 $1-updates main"
		echo "$type $opt $(mirror_of security) $1-security main"
	done
}

# apt_conf DIR ARCH SUITE: the apt.conf that keeps apt inside DIR.
apt_conf()
{
	cat <<-EOF
	Dir "$1";
	Dir::State "$1";
	Dir::State::lists "$1/lists";
	Dir::State::status "$1/status";
	Dir::Cache "$1";
	Dir::Cache::archives "$1/archives";
	Dir::Etc::SourceList "$1/sources.list";
	Dir::Etc::SourceParts "/dev/null";
	Dir::Etc::Parts "/dev/null";
	Dir::Etc::Preferences "/dev/null";
	Dir::Etc::PreferencesParts "/dev/null";
	APT::Architecture "$2";
	APT::Architectures { "$2"; };
	APT::Sandbox::User "$(id -un)";
	APT::Install-Recommends "false";
	Acquire::Languages "none";
	// signed all the same: a mirror that stands still serves old packages
	Acquire::Check-Valid-Until "false";
	Acquire::Retries "3";
	Debug::NoLocking "true";
	EOF
	# whose packages are no candidates otherwise
	[ "$3" != experimental ] || echo 'APT::Default-Release "experimental";'
}

# deb_version SUITE ARCH PKG: version that the suite offers.
deb_version()
{
	local dir

	dir=$(apt_dir "$1" "$2")
	APT_CONFIG=$dir/apt.conf apt-cache policy "$3" | awk '$1 == "Candidate:" && $2 != "(none)" { print $2; ok = 1 }
		END { exit !ok }' || die "no package $3 in $1 $2"
}

# deb_depends SUITE ARCH PKG: names of the packages PKG depends on directly,
# one a line (for metapackages).
deb_depends()
{
	local dir

	dir=$(apt_dir "$1" "$2")
	APT_CONFIG=$dir/apt.conf apt-cache depends --no-recommends --no-suggests --no-enhances \
		--no-conflicts --no-breaks --no-replaces "$3" | awk '/Depends: [^<]/ { print $2 }'
}

# deb_get SUITE ARCH APT-WORDS...: let apt say which files it would fetch, fetch
# those that are not in the cache yet, print the paths of all.
deb_get()
{
	local dir suite=$1 arch=$2 uris lock name
	shift 2

	dir=$(apt_dir "$suite" "$arch")
	exec {lock}> "$dir/lock-archives"
	flock "$lock"
	# In an empty place, since apt does not name the files that it has already.
	uris=$(cd "$dir/empty" && APT_CONFIG=$dir/apt.conf apt-get -qq -y --print-uris \
		-o Dir::Cache::archives="$dir/empty" "$@") ||
		die "the packages $* of $suite $arch cannot be had"
	while read -r _ name _; do
		[ -s "$dir/archives/$name" ] || {
			say "fetching $name"
			(cd "$dir/archives" && APT_CONFIG=$dir/apt.conf apt-get -qq -y --download-only "$@") >&2 ||
				die "fetching ${name%%_*} ($suite $arch) failed: is the network up? DEBIAN_MIRROR names another mirror"
			[ -s "$dir/archives/$name" ] || die "apt did not deliver $name"
		}
		printf '%s\n' "$dir/archives/$name"
	done <<< "$uris"
	exec {lock}>&-
}

# deb_fetch SUITE ARCH PKG[=VERSION]...: exactly these packages; prints the
# paths of the .deb files.
deb_fetch()
{
	local suite=$1 arch=$2
	shift 2
	deb_get "$suite" "$arch" download "$@"
}

# deb_closure SUITE ARCH PKG...: the same with all their dependencies.
deb_closure()
{
	local suite=$1 arch=$2
	shift 2
	deb_get "$suite" "$arch" install "$@"
}

# deb_unpack DIR DEB...: the files of the packages below DIR; no maintainer
# script runs.
deb_unpack()
{
	local dir=$1 deb
	shift

	mkdir -p "$dir"
	for deb; do
		dpkg-deb -x "$deb" "$dir" || die "cannot unpack ${deb##*/}"
	done
}

# merge_usr DIR: /bin, /sbin and /lib* of unpacked packages into /usr.
merge_usr()
{
	local name

	for name in bin sbin lib lib32 lib64 libx32; do
		if [ ! -d "$1/$name" ] || [ -L "$1/$name" ]; then continue; fi
		mkdir -p "$1/usr/$name"
		cp -a "$1/$name/." "$1/usr/$name/"
		rm -rf "${1:?}/$name"
	done
}

# deb_source SUITE SRC DIR: the unpacked Debian source package, Debian's
# patches applied, as DIR (which must not exist).  In a shell of its own, so that
# who keeps its output in a log is still there to show it.
deb_source()
(
	src=$2 dest=$3

	[ ! -e "$dest" ] || die "$dest exists"
	dir=$(apt_dir "$1" amd64) || exit 1
	mkdir -p "$(dirname "$dest")"
	tmp=$(mktemp -d "$dest.XXXXXX") || exit 1
	(cd "$tmp" && APT_CONFIG=$dir/apt.conf apt-get -qq --only-source --download-only source "$src" &&
		dpkg-source --no-check -x ./*.dsc src) >&2 || {
		rm -rf "$tmp"
		die "cannot get Debian's source package $src ($1): is the network up? DEBIAN_MIRROR names another mirror"
	}
	mv "$tmp/src" "$dest"
	rm -rf "$tmp"
)

# orig_fetch SUITE SRC: path of the upstream archive alone of a Debian source package;
# the mirror does not have every other part of some.
orig_fetch()
{
	local dir uri name size sum

	dir=$(apt_dir "$1" amd64)
	read -r uri name size sum < <(APT_CONFIG=$dir/apt.conf apt-get -qq --only-source --print-uris source "$2" |
		grep -E '\.orig\.tar\.[a-z0-9]+ ') || die "no upstream archive of $2 in $1"
	if ! [ "$(stat -c %s "$dir/archives/$name" 2> /dev/null)" = "$size" ]; then
		say "fetching $name"
		APT_CONFIG=$dir/apt.conf /usr/lib/apt/apt-helper download-file "${uri//\'/}" \
			"$dir/archives/$name" "$sum" >&2 || die "cannot fetch $name ($1)"
	fi
	printf '%s\n' "$dir/archives/$name"
}
