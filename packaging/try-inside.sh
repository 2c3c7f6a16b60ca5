#!/bin/sh
# What try-on-debian.sh runs inside the bare Debian.
set -eu
say() { printf '\n== %s\n' "$1"; }

say 'nothing is here but Debian'
cat /etc/debian_version
for name in node npm bun curl saola; do
  if command -v "$name" >/dev/null; then echo "$name is here" && exit 1; fi
done
interfaces=$(sed -n 's/^ *\([^:]*\):.*/\1/p' /proc/net/dev)
echo "network interfaces: $interfaces"
[ "$interfaces" = lo ]

say 'the package is installed, and starts nothing'
dpkg -i /opt/try/saola.deb
id saola
stat -c '%A %U:%G %n' /var/lib/saola /etc/saola/saola.env /usr/bin/saola
saola version
systemctl is-enabled saola || true
systemctl is-active saola || true

say 'the service'
systemctl enable --now saola
tries=0
until saola health >/dev/null 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -gt 60 ]; then systemctl status saola --no-pager && exit 1; fi
  sleep 1
done
saola health
systemctl status saola --no-pager --lines 5
ls -l /var/lib/saola

say 'the page, the documentation and an answer'
ask() {
  # shellcheck disable=SC2016 # expanded inside
  bash -c 'exec 3<>/dev/tcp/127.0.0.1/8080
    printf "GET $0 HTTP/1.1\r\nHost: x\r\n$1Connection: close\r\n\r\n" >&3 && cat <&3' "$1" "${2:-}"
}
ask / | sed -n '1p'
ask / | grep -a -o '<title>[^<]*</title>'
ask /docs | sed -n '1p'
as_saola() {
  setpriv --reuid saola --regid saola --init-groups env SAOLA_DATA=/var/lib/saola saola "$@"
}
key=$(as_saola keys create --user an --scopes all --plan standard --json |
  sed 's/.*"key":"\([^"]*\)".*/\1/')
# Servers read keys every two seconds.
sleep 3
ask '/v1/geocode?address=phuong+ba+dinh,+ha+noi' "X-API-Key: $key\r\n" | tail -n 1

say 'doctor'
as_saola doctor

say 'systemd knows how it stands'
systemctl show saola --property Type,NotifyAccess,StatusText,WatchdogUSec
systemctl show saola --property StatusText | grep -q dataset

say 'backup and restore go round'
geocode() { ask '/v1/geocode?address=phuong+ba+dinh,+ha+noi' "X-API-Key: $key\r\n" | head -n 1; }
as_saola backup /var/lib/saola/backup.tar.gz
systemctl stop saola
rm -rf /var/lib/saola/db /var/lib/saola/datasets
as_saola restore /var/lib/saola/backup.tar.gz
systemctl start saola
geocode
geocode | grep -q ' 200 '

say 'an update that reaches nobody fails, and the dataset stays'
if systemctl start saola-update; then exit 1; fi
journalctl --unit saola-update --no-pager --lines 3
geocode | grep -q ' 200 '

say 'a second install of the same package restarts the service and keeps data and key'
before=$(systemctl show saola --property MainPID)
dpkg -i /opt/try/saola.deb
[ "$(systemctl show saola --property MainPID)" != "$before" ]
until saola health >/dev/null 2>&1; do sleep 1; done
sleep 3
geocode

say 'the package goes, and the data stays'
dpkg --remove saola
systemctl is-active saola || true
ls /etc/saola/saola.env
dpkg --purge saola
ls /var/lib/saola
if [ -e /etc/saola/saola.env ]; then echo 'purge left the settings' && exit 1; fi
rm -rf /var/lib/saola
userdel saola
echo 'all of it went well'
