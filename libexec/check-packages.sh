#!/usr/bin/env bash
# Tries packages that 'pliant package' has made, on this machine, and prints what took how long:
#   deb     in a fresh Debian root: installed with nothing else there, a first job, an upgrade while a job runs, removal; then files of the rpm
#   tar     as an ordinary user: three archives, three controllers on addresses of their own, an agent, a first job
#
#   libexec/check-packages.sh [--packages DIR] [--only deb|tar]
#
# Needs root, and for the Debian root mmdebstrap (installed when it is missing) with Debian's packages. Takes some five minutes. The work is
# done in a folder of its own, which is removed. Leaves nothing running.
set -u
cd -P -- "${BASH_SOURCE[0]%/*}/.." || exit 1
PACKAGES=$PWD/target/packages ONLY=
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) sed -n '2,/^set -u/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    --packages) PACKAGES=${2:?Expected a folder after --packages.} ;;
    --only) ONLY=${2:?Expected deb or tar after --only.} ;;
    *) echo "Expected an option of check-packages.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2
done
[ "$(id -u)" = 0 ] || { echo "Expected to be root: a Debian root is made, and an ordinary user is played." >&2; exit 1; }
WORK=$(mktemp -d "${TMPDIR:-/tmp}/pliant-packages.XXXXXX") || exit 1
chmod 755 "$WORK"
ROOT=$WORK/root
failed=0 steps=0
stop_all() {
  [ -d "$ROOT/proc/1" ] && { in_root 'pliant down --dir /tmp/c' || true; umount "$ROOT/proc" "$ROOT/dev"; }
  for pid in $(cat "$WORK"/*.pid 2>/dev/null); do kill "$pid" 2>/dev/null; done
  wait
  rm -rf "$WORK"
}
trap stop_all EXIT

# step NAME COMMAND...: runs it; the last line says how it ended, and its output only when it failed.
step() {
  local name=$1 begun=$EPOCHREALTIME
  shift
  steps=$((steps + 1))
  if "$@" >"$WORK/log" 2>&1 </dev/null; then
    printf '%-62s ok     %6.1f s\n' "$name" "$(awk "BEGIN { print $EPOCHREALTIME - $begun }")"
  else
    printf '%-62s FAILED\n' "$name"
    tail -15 "$WORK/log" | sed 's/^/    /'
    failed=$((failed + 1))
  fi
}
newest() { # PATTERN: the package that was made last
  local newest
  newest=$(ls -t $PACKAGES/$1 2>/dev/null | head -1)
  [ -n "$newest" ] && echo "$newest" || { echo "Expected $PACKAGES/$1, but there is none. Make it with: ./pliant package" >&2; return 1; }
}
in_root() { chroot "$ROOT" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TMPDIR=/tmp bash -c "$1"; }

fresh_root() { mmdebstrap --variant=minbase --include=perl,adduser bookworm "$ROOT" && mount -t proc proc "$ROOT/proc" && mount --bind /dev "$ROOT/dev"; }
no_java() { in_root '! command -v java && ! command -v mvn && ! command -v gcc'; }
install_deb() { cp "$1" "$ROOT/tmp/p.deb" && in_root 'dpkg -i /tmp/p.deb'; }
first_job() { in_root 'pliant up --dir /tmp/c --nodes 1 && pliant submit --dir /tmp/c --wait -o /tmp/out --wrap "hostname; echo first" && grep first /tmp/out'; }
user_and_units() { in_root 'getent passwd pliant && test "$(stat -c %U /var/lib/pliant)" = pliant && test -f /usr/lib/systemd/system/pliant-controller.service && test -s /usr/share/doc/pliant/THIRD-PARTY.txt && zgrep -q pliant /usr/share/man/man1/pliant-submit.1.gz'; }
later_deb() { # the same, with a higher version
  dpkg-deb -R "$1" "$WORK/later" && sed -i 's/^Version: .*/&.1/' "$WORK/later/DEBIAN/control" && dpkg-deb -Znone --root-owner-group -b "$WORK/later" "$WORK/later.deb" >/dev/null
  rm -rf "$WORK/later"
}
upgrade() {
  in_root 'pliant submit --dir /tmp/c --parsable -o /tmp/long --wrap "sleep 20; echo survived"' >"$WORK/job" && install_deb "$WORK/later.deb" &&
    in_root 'dpkg -s pliant | grep "Version: .*\.1$" && pliant down --dir /tmp/c && pliant up --dir /tmp/c' &&
    in_root "for i in \$(seq 100); do grep -q survived /tmp/long && exit 0; sleep 0.5; done; pliant show --dir /tmp/c $(cat "$WORK/job"); exit 1" &&
    in_root 'for i in $(seq 40); do [ "$(pliant history --dir /tmp/c | grep -c COMPLETED)" = 2 ] && exit 0; sleep 0.5; done; pliant history --dir /tmp/c; exit 1'
}
removal() { in_root 'pliant down --dir /tmp/c; touch /var/lib/pliant/state && dpkg -r pliant && test ! -e /usr/bin/pliant && test ! -e /opt/pliant/pliant && test -e /var/lib/pliant/state && test -e /tmp/c/cluster.json && test -d /etc/pliant'; }
rpm_job() { rpm2cpio "$1" | (cd "$ROOT" && cpio -idm --quiet) && in_root 'pliant up --dir /tmp/r --nodes 1 && pliant submit --dir /tmp/r --wait -o /tmp/rpm.out --wrap "echo of rpm" && grep "of rpm" /tmp/rpm.out; code=$?; pliant down --dir /tmp/r; exit $code'; }

if [ "$ONLY" != tar ]; then
  deb=$(newest 'pliant_*_amd64.deb') || exit 1
  command -v mmdebstrap >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -q mmdebstrap >"$WORK/log" 2>&1
  step "a fresh Debian root" fresh_root
  step "nothing of Java, Maven or a compiler in it" no_java
  step "dpkg -i $(basename "$deb")" install_deb "$deb"
  step "service user, units, notices, manual" user_and_units
  step "a cluster and its first job" first_job
  step "a package with a higher version" later_deb "$deb"
  step "upgrade while a job runs: it ends well, and all is remembered" upgrade
  step "removal, which leaves state" removal
  if rpm=$(newest 'pliant-*.x86_64.rpm'); then
    command -v rpm2cpio >/dev/null && command -v cpio >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -q rpm2cpio cpio >"$WORK/log" 2>&1
    step "files of $(basename "$rpm") in its place, and a first job" rpm_job "$rpm"
  fi
fi

USER_ID=61234
become() { exec setpriv --reuid=$USER_ID --regid=$USER_ID --clear-groups --inh-caps=-all env -i PATH=/usr/bin:/bin HOME="$WORK/home" TMPDIR="$WORK/home" LC_ALL=C.UTF-8 "$@"; }
as_user() { (become "$@"); }
unpack_three() { local n; for n in 1 2 3; do as_user mkdir -p "$WORK/home/h$n" && as_user tar -xzf "$1" -C "$WORK/home/h$n" --strip-components=1 || return; done; }
pliant() { local n=$1; shift; as_user "$WORK/home/h$n/pliant" "$@"; }
sign() {
  local n
  pliant 1 certificates init --dir "$WORK/home/authorities" --cluster prod || return
  for n in 1 2 3; do
    pliant 1 certificates controller "ctl$n" --host "127.0.0.1$n" --dir "$WORK/home/authorities" --out "$WORK/home/h$n/etc" || return
    as_user sed -e "s/\"ctl1\", here = \"ctl1.cluster.site\"/\"ctl$n\", here = \"127.0.0.1$n\"/" -e "s/ctl\([123]\).cluster.site/127.0.0.1\1/g" \
      -e "s,/var/lib/pliant-node,$WORK/home/h$n/node,; s,/var/lib/pliant,$WORK/home/h$n/state,; s,/run/pliant/http.sock,$WORK/home/h$n/s,; s,/etc/pliant,$WORK/home/h$n/etc,g" \
      -e 's/operators = .*/operators = ["root", "61234"]/; s/names = ""/names = "cn001"/' "$WORK/home/h$n/config/several-hosts.conf" >"$WORK/home/h$n/etc/pliant.conf" || return
  done
  pliant 1 controller secret --config "$WORK/home/h1/etc/pliant.conf" && for n in 2 3; do as_user cp -p "$WORK/home/h1/etc/token.secret" "$WORK/home/h$n/etc/" || return; done
}
start() { # H ROLE
  become "$WORK/home/h$1/pliant" "$2" --config "$WORK/home/h$1/etc/pliant.conf" >"$WORK/home/h$1/$2.log" 2>&1 </dev/null &
  echo $! >"$WORK/h$1-$2.pid"
}
controllers() {
  local n
  for n in 1 2 3; do pliant $n journal found --config "$WORK/home/h$n/etc/pliant.conf" || return; done
  for n in 1 2 3; do start $n controller; done
  for n in $(seq 120); do curl -sf --unix-socket "$WORK/home/h1/s" http://p/readyz >/dev/null && return; sleep 0.5; done
  tail -n 5 "$WORK"/home/h*/controller.log
  return 1
}
agent() {
  local word n
  word=$(curl -sf --unix-socket "$WORK/home/h1/s" -d '{"nodes":"cn001"}' http://p/v1/nodes/words | sed 's/.*"word":"\([^"]*\)".*/\1/') && [ -n "$word" ] || return
  pliant 1 node enroll --config "$WORK/home/h1/etc/pliant.conf" --word "$word" && start 1 node
  for n in $(seq 120); do curl -sf --unix-socket "$WORK/home/h1/s" http://p/v1/nodes/cn001 | grep '"idle"' && return; sleep 0.5; done
  tail -n 5 "$WORK/home/h1/node.log"
  return 1
}
job() { as_user env PLIANT_CONTROLLERS="unix:$WORK/home/h2/s" "$WORK/home/h2/pliant" submit --wait -p short -o "$WORK/home/out" --wrap 'echo from three archives' && grep archives "$WORK/home/out"; }
if [ "$ONLY" != deb ]; then
  archive=$(newest 'pliant-*-linux-x86_64.tar.gz') || exit 1
  install -d -o $USER_ID -g $USER_ID "$WORK/home"
  begun=$SECONDS
  step "three archives unpacked by an ordinary user" unpack_three "$archive"
  step "authorities, certificates, configuration, secret" sign
  step "three controllers on 127.0.0.11 to .13" controllers
  step "an agent, let in by a word" agent
  step "a first job, by the second controller" job
  echo "from archives to the first job: $((SECONDS - begun)) s"
fi
echo "$((steps - failed)) passed, $failed failed"
[ $failed = 0 ]
