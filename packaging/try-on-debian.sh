#!/bin/sh
# Tries the .deb of dist/release on a bare Debian, booted, without Node and without network, as root:
#
#   bun run release --target linux-x64 && packaging/try-on-debian.sh [DIRECTORY]
#
# DIRECTORY, outside the source (a new one of mktemp unless told), gets a root file system by
# debootstrap, once; systemd-nspawn boots it, and try-inside.sh runs there. Needs the Debian packages
# debootstrap and systemd-container.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
place=${1:-$(mktemp -d)}
root=$place/debian

if [ ! -e "$root/sbin/init" ]; then
  # shellcheck disable=SC2016 # apt's own names
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
  debootstrap --variant=minbase --include=systemd,systemd-sysv bookworm "$root" "$mirror"
fi
mkdir -p "$root/opt/try" "$root/etc/systemd/system/multi-user.target.wants"
rm -f "$root/opt/try/"*
cp "$source"/dist/release/*-linux-x64.deb "$root/opt/try/saola.deb"
cp "$source/packaging/try-inside.sh" "$root/opt/try/"
cat >"$root/etc/systemd/system/try.service" <<'UNIT'
[Unit]
After=multi-user.target
SuccessAction=poweroff
FailureAction=poweroff

[Service]
Type=oneshot
ExecStart=/bin/sh /opt/try/try-inside.sh
StandardOutput=append:/opt/try/out
StandardError=append:/opt/try/out
UNIT
ln -sf ../try.service "$root/etc/systemd/system/multi-user.target.wants/try.service"
systemd-nspawn --directory "$root" --private-network --register=no --keep-unit --boot --quiet \
  </dev/null >"$place/boot.log" 2>&1 || echo "systemd-nspawn ended with $?"
cat "$root/opt/try/out"
[ "$(tail -n 1 "$root/opt/try/out")" = 'all of it went well' ]
