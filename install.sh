#!/bin/sh
# Installs Saola from a release: picks the archive for this machine, checks its SHA-256 and puts the
# program in its place. Asks nothing.
#
#   SAOLA_RELEASES=https://example.org/saola sh install.sh     a server that has the release's files
#   SAOLA_RELEASES=/media/usb/release sh install.sh            or a directory that has them
#
# Without SAOLA_RELEASES, the directory of this script. SAOLA_PREFIX=DIR puts the program in DIR/bin;
# else it is /usr/local for root and ~/.local for others.
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

releases=${SAOLA_RELEASES:-$(dirname "$0")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

# take NAME: copies or downloads a file of the release.
take() {
  case $releases in
  http://* | https://*)
    if command -v curl >/dev/null 2>&1; then
      curl -fsSL -o "$work/$1" "${releases%/}/$1"
    elif command -v wget >/dev/null 2>&1; then
      wget -q -O "$work/$1" "${releases%/}/$1"
    else
      fail "neither curl nor wget is here. Install one, or copy the release and name its directory."
    fi || fail "${releases%/}/$1 could not be downloaded. Is SAOLA_RELEASES the right address?"
    ;;
  *)
    [ -f "$releases/$1" ] ||
      fail "there is no $releases/$1. Set SAOLA_RELEASES to a release's directory or address."
    cp "$releases/$1" "$work/$1"
    ;;
  esac
}

sum_of() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  else
    fail "neither sha256sum nor shasum is here: the archive cannot be checked."
  fi
}

case $(uname -s) in
Linux) system=linux ;;
Darwin) system=darwin ;;
*) fail "there is no archive for $(uname -s). On Windows, unpack the .zip." ;;
esac
case $(uname -m) in
x86_64 | amd64) processor=x64 ;;
aarch64 | arm64) processor=arm64 ;;
*) fail "there is no archive for the processor $(uname -m)." ;;
esac
# Alpine and others have musl instead of glibc.
libc=
if [ "$system" = linux ]; then
  for loader in /lib/ld-musl-*; do
    if [ -e "$loader" ] && ! ls /lib*/ld-linux-* /lib/*/ld-linux-* >/dev/null 2>&1; then
      libc=-musl
    fi
  done
fi
platform=$system-$processor$libc

take SHA256SUMS
line=$(grep -E "  saola-[^ ]+-$platform\.tar\.gz\$" "$work/SHA256SUMS" | head -n 1) ||
  fail "the release has no archive for $platform."
[ -n "$line" ] || fail "the release has no archive for $platform."
archive=${line##* }
take "$archive"
[ "$(sum_of "$work/$archive")" = "${line%% *}" ] ||
  fail "the SHA-256 of $archive is not the one in SHA256SUMS: it is damaged. Nothing was installed."
tar -xzf "$work/$archive" -C "$work"

if [ -n "${SAOLA_PREFIX:-}" ]; then
  prefix=$SAOLA_PREFIX
elif [ "$(id -u)" = 0 ]; then
  prefix=/usr/local
else
  prefix=$HOME/.local
fi
mkdir -p "$prefix/bin" "$prefix/share/man/man1" ||
  fail "$prefix cannot be written. Set SAOLA_PREFIX to another directory."
folder=$work/${archive%.tar.gz}
# Beside the old one first: a program that runs cannot be written over, but can be replaced.
cp "$folder/saola" "$prefix/bin/.saola.new"
chmod 755 "$prefix/bin/.saola.new"
mv -f "$prefix/bin/.saola.new" "$prefix/bin/saola"
cp "$folder/saola.1" "$prefix/share/man/man1/saola.1"

version=$("$prefix/bin/saola" --version) ||
  fail "$prefix/bin/saola is there, but does not start. On Alpine: apk add libstdc++"
echo "$prefix/bin/saola: $version"
case :$PATH: in
*":$prefix/bin:"*) ;;
*) echo "$prefix/bin is not in PATH: add it, or call the program by its whole path." ;;
esac
