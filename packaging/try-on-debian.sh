#!/bin/sh
# Tries the .deb of dist/release on a bare Debian without Node and without network, as root:
#
#   bun run release && packaging/try-on-debian.sh [DIRECTORY]
#
# DIRECTORY (outside the source; a new one of mktemp) gets a root file system by debootstrap, once.
# Everything below runs in it, in its own network. Needs debootstrap.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
place=${1:-$(mktemp -d)}
root=$place/debian
deb=$(ls "$source"/dist/release/*-linux-x64.deb)

if [ ! -e "$root/etc/debian_version" ]; then
  # shellcheck disable=SC2016 # apt's own names
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
  debootstrap --variant=minbase bookworm "$root" "$mirror"
fi
cp "$deb" "$root/tmp/saola.deb"
cp "$source/packaging/try-inside.sh" "$root/tmp/try-inside.sh"
# shellcheck disable=SC2016 # expanded inside
exec unshare --net --mount --pid --uts --fork sh -c '
  ip link set lo up
  mount --make-rprivate /
  mount --bind "$0" "$0"
  mount -t proc proc "$0/proc"
  mount -t tmpfs tmpfs "$0/dev"
  for name in null zero random urandom; do
    : >"$0/dev/$name"
    mount --bind "/dev/$name" "$0/dev/$name"
  done
  exec chroot "$0" /bin/sh /tmp/try-inside.sh
' "$root"
