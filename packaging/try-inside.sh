#!/bin/sh
# What try-on-debian.sh runs inside the bare Debian.
set -eu
say() { printf '\n== %s\n' "$1"; }

say 'nothing is here but Debian'
cat /etc/debian_version
for name in node npm bun curl saola; do
  if command -v "$name" >/dev/null; then echo "$name is here" && exit 1; fi
done
echo "network interfaces: $(sed -n 's/^ *\([^:]*\):.*/\1/p' /proc/net/dev | tr '\n' ' ')"

say 'the package is installed'
dpkg -i /tmp/saola.deb
id saola
stat -c '%A %U:%G %n' /var/lib/saola /etc/saola/saola.env /usr/bin/saola
saola version

say "the unit's command line, as its user"
unit=/usr/lib/systemd/system/saola.service
command=$(sed -n 's/^ExecStart=//p' "$unit")
echo "$command"
# Type=notify, sandbox and the like are systemd's part.
env=$(sed -n 's/^Environment=//p' "$unit" | tr '\n' ' ')
# shellcheck disable=SC2086 # words of the unit
setpriv --reuid saola --regid saola --init-groups env $env $command >/tmp/log 2>&1 &
server=$!
tries=0
until saola health >/dev/null 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -gt 60 ] || ! kill -0 "$server" 2>/dev/null; then cat /tmp/log && exit 1; fi
  sleep 1
done
saola health

say 'the page, the documentation and an answer'
ask() {
  bash -c 'exec 3<>/dev/tcp/127.0.0.1/8080 && printf "GET $0 HTTP/1.1\r\nHost: x\r\n$1Connection: close\r\n\r\n" >&3 && cat <&3' "$1" "${2:-}"
}
ask / | sed -n '1p'
ask / | grep -a -o '<title>[^<]*</title>'
ask /docs | sed -n '1p'
as_saola="setpriv --reuid saola --regid saola --init-groups env SAOLA_DATA=/var/lib/saola saola"
key=$($as_saola keys create --user an --scopes all --plan standard --json |
  sed 's/.*"key":"\([^"]*\)".*/\1/')
# Servers read keys every two seconds.
sleep 3
ask '/v1/geocode?address=phuong+ba+dinh,+ha+noi' "X-API-Key: $key\r\n" | tail -n 1

say 'doctor'
$as_saola doctor

say 'it stops, and the package goes'
kill "$server"
wait "$server" || echo "exit $?"
tail -n 2 /tmp/log
dpkg -r saola
dpkg -P saola
ls -d /var/lib/saola
if [ -e /etc/saola/saola.env ]; then echo 'purge left the settings' && exit 1; fi
rm -rf /var/lib/saola /tmp/saola.deb /tmp/log
userdel saola
echo 'all of it went well'
