#!/usr/bin/env bash
# Does a job cost more where many nodes, many running and many waiting jobs are?
#
#   bench/scale.sh [--nodes N] [--running N] [--waiting N] [--seconds N] [--out FOLDER]
#
# --running (1000) jobs that sleep hold cpus of --nodes (500) emulated nodes of 4, and others hold the rest, while --waiting (100000) jobs that
# do nothing are submitted, 500 in a request. Then the others are ended, and the jobs start as they can. Every --seconds (20) until none waits:
# jobs/s, processor time of the controller and of the machine a job, mean time of a scheduling round since the last line (sdiag), memory, and
# what `pliant queue -u` of a user without jobs takes. The heap is 2 GB unless PLIANT_CONTROLLER_OPTS says otherwise.
set -eu
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
NODES=500 RUNNING=1000 WAITING=100000 EACH=20 OUT=''
while [ $# -gt 0 ]; do
  case $1 in
    --nodes) NODES=$2 ;;
    --running) RUNNING=$2 ;;
    --waiting) WAITING=$2 ;;
    --seconds) EACH=$2 ;;
    --out) OUT=$2 ;;
    -h | --help) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "Expected an option of bench/scale.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2 || { echo "Expected a value after '$1', but there is none." >&2; exit 2; }
done
OUT=${OUT:-$ROOT/target/bench/scale}
mkdir -p "$OUT"
WORK=$(mktemp -d "${TMPDIR:-/tmp}/pliant-scale.XXXXXX")
chmod 755 "$WORK"
export PLIANT_HOME=$WORK/cluster
export PLIANT_CONTROLLER_OPTS=${PLIANT_CONTROLLER_OPTS:--Xmx2g} # a waiting job needs 12 kB
trap '"$ROOT/pliant" down >/dev/null 2>&1 || true; pkill -f "$WORK/(sleeps|holds)" || true; rm -rf "$WORK"' EXIT

field() { perl -MJSON::PP -e 'local $/; my $c = decode_json(<STDIN>); print join("\n", map { $_->{$ARGV[1]} } @{$c->{$ARGV[0]}}), "\n"' "$@" <"$PLIANT_HOME/cluster.json"; }
state() { "$ROOT/libexec/slurm/sdiag" | awk -v what="Jobs $1:" 'index($0, what) == 1 { print $3 }'; }
own() { awk '{ print ($14 + $15) * 10 }' "/proc/$PID/stat"; }
whole() { awk '/^cpu /{ print ($2 + $3 + $4 + $7 + $8) * 10 }' /proc/stat; }
rounds() { "$ROOT/libexec/slurm/sdiag" | awk '/Total cycles/ { n = $3 } /Mean cycle/ { mean = $3 } END { print n + 0, n * mean }'; }
submit() { "$ROOT/bench/pliant/submit.pl" "$(field controllers socket | head -1)" "$1" "$WORK/$2" 1 "$3"; }
millis() { local t0=$EPOCHREALTIME; "$@" >/dev/null; awk -v a="$t0" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.0f", (b - a) * 1000 }'; }

printf '#!/bin/bash\nexec -a %s sleep 7200\n' "$WORK/sleeps" >"$WORK/sleeps.sh"
sed s/sleeps/holds/ "$WORK/sleeps.sh" >"$WORK/holds.sh"
printf '#!/bin/sh\n' >"$WORK/nop.sh"
"$ROOT/pliant" up --controllers 1 --nodes 0 --emulate "$NODES" --cpus-per-node 4 --set limits.user-jobs=300000 --set limits.partition-jobs=300000 >"$OUT/up.log" 2>&1
PID=$(field controllers pid)
echo "date $(date -u +%FT%TZ), commit $(git -C "$ROOT" rev-parse --short HEAD 2>/dev/null), $NODES nodes, $RUNNING running" | tee "$OUT/scale.txt"
submit 2000 nop.sh 500 # a compiler that has not seen a job would be measured
until [ "$(state pending)$(state running)" = 00 ]; do sleep 1; done
fill() { # COUNT SCRIPT UNTIL: so many run
  [ "$1" = 0 ] || submit "$1" "$2" "$(($1 < 500 ? $1 : 500))"
  until [ "$(state running)" -ge "$3" ]; do sleep 1; done
}
fill "$RUNNING" sleeps.sh "$RUNNING"
fill "$((NODES * 4 - RUNNING))" holds.sh "$((NODES * 4))"
t0=$EPOCHREALTIME
submit "$WAITING" nop.sh "$((WAITING < 500 ? WAITING : 500))"
awk -v n="$WAITING" -v a="$t0" -v b="$EPOCHREALTIME" -v left="$(state pending)" 'BEGIN { printf "%d accepted in %.1f s, of which %d wait\n", n, b - a, left }' | tee -a "$OUT/scale.txt"
pkill -f "$WORK/holds"
until [ "$(state running)" -lt $((NODES * 4)) ]; do sleep 1; done
while left=$(state pending) && [ "$left" -gt 0 ]; do
  c0=$(own) m0=$(whole) r0=$(rounds) t0=$EPOCHREALTIME
  sleep "$EACH"
  now=$(state pending)
  awk -v n="$((left - now))" -v left="$now" -v c0="$c0" -v c1="$(own)" -v m0="$m0" -v m1="$(whole)" -v t0="$t0" -v t1="$EPOCHREALTIME" -v r0="$r0" -v r1="$(rounds)" \
    -v rss="$(awk '/VmRSS/ { print $2 / 1024 }' "/proc/$PID/status")" -v q="$(millis "$ROOT/pliant" queue -u nobody)" 'BEGIN {
      if (n < 1) exit
      split(r0, a, " "); split(r1, b, " ")
      mean = (b[1] > a[1]) ? (b[2] - a[2]) / (b[1] - a[1]) / 1000 : 0
      printf "%7d wait: %5.0f jobs/s, controller %5.2f ms a job, machine %5.2f, %4d rounds of %6.2f ms, %4.0f MB, queue -u %d ms\n",
        left, n / (t1 - t0), (c1 - c0) / n, (m1 - m0) / n, b[1] - a[1], mean, rss, q
    }' | tee -a "$OUT/scale.txt"
done
