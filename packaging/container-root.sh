#!/bin/sh
# Lays out the root file system of the image: container-root.sh EXECUTABLE DIRECTORY
#
# The executable, its dynamic loader and libraries as they lie on this machine (glibc), a user, and
# a directory for what is temporary. The Dockerfile adds the volume, which has another owner.
set -eu
program=$1
root=$2
mkdir -p "$root/usr/bin" "$root/etc" "$root/tmp"
# What a runtime mounts on.
mkdir -p "$root/proc" "$root/sys" "$root/dev"
install -m 0755 "$program" "$root/usr/bin/saola"
for library in $(ldd "$program" | grep -o '/[^ ]*'); do
  install -D -m 0755 "$(readlink -f "$library")" "$root$library"
done
echo 'saola:x:10001:10001:Saola:/var/lib/saola:/nonexistent' >"$root/etc/passwd"
echo 'saola:x:10001:' >"$root/etc/group"
chmod 1777 "$root/tmp"
