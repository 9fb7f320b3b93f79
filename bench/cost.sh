#!/usr/bin/env bash
# Where a job's processor time goes: ms a job by part, for the first jobs after a start and for jobs of a warm cluster.
#
#   bench/cost.sh [--jobs N] [--first N] [--warm-up N] [--nodes N] [--controllers N] [--root CHECKOUT] [--out FOLDER] [--set KEY=VALUE]
#
# One resident client submits no-op jobs, one after the other: --first (500) to a cluster that has just started, --warm-up
# (3000) that are not shown, then --jobs (1000); at last 300 while a flight recording counts what is forced to the disk.
# --root measures another working tree of Pliant. --set KEY=VALUE sets a key of its configuration; may be repeated.
#
# How it is counted: threads by their name, from `jcmd Thread.print -e` (processor time and bytes allocated; threads that
# ended are in "other"); processes from /proc/PID/stat; supervisors and bodies are what is left of the cgroup's time (or,
# without cgroups, of the machine's). The floor is a loop for each cpu that forks, executes and waits for the same script.
# Leaves table.txt, the snapshots and the recording in FOLDER (target/bench/cost-<time>).
set -eu
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(dirname "$HERE")
SET=() JOBS=1000 FIRST=500 WARM=3000 NODES=50 CONTROLLERS=1 RECORDED=300 OUT=''
while [ $# -gt 0 ]; do
  case $1 in
    --jobs) JOBS=$2 ;;
    --first) FIRST=$2 ;;
    --warm-up) WARM=$2 ;;
    --nodes) NODES=$2 ;;
    --controllers) CONTROLLERS=$2 ;;
    --root) ROOT=$(cd "$2" && pwd) ;;
    --out) OUT=$2 ;;
    --set) SET+=(--set "$2") ;;
    -h | --help) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "Expected an option of bench/cost.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2 || { echo "Expected a value after '$1', but there is none." >&2; exit 2; }
done
OUT=${OUT:-$ROOT/target/bench/cost-$(date +%Y%m%d-%H%M%S)}
mkdir -p "$OUT"
WORK=$(mktemp -d "${TMPDIR:-/tmp}/pliant-cost.XXXXXX")
chmod 755 "$WORK"
JAVA_HOME=$("$ROOT/libexec/find-jdk.sh")
export PLIANT_HOME=$WORK/cluster

GROUP=''
for r in /sys/fs/cgroup/cpuacct /sys/fs/cgroup; do
  [ -w "$r/cgroup.procs" ] && { [ -r "$r/cpuacct.usage" ] || [ -r "$r/cpu.stat" ]; } && { GROUP=$r/pliant-cost.$$; break; }
done
[ -z "$GROUP" ] || { mkdir "$GROUP" && echo $$ >"$GROUP/cgroup.procs"; }
cleanup() {
  "$ROOT/pliant" down >/dev/null 2>&1 || true
  [ -z "$GROUP" ] || { echo $$ >"${GROUP%/*}/cgroup.procs"; sleep 1; rmdir "$GROUP" 2>/dev/null; } || true
  rm -rf "$WORK"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

whole() { # milliseconds of processor time of all that this script started, or of the machine
  if [ -r "$GROUP/cpuacct.usage" ]; then awk '{ print $1 / 1e6 }' "$GROUP/cpuacct.usage"
  elif [ -n "$GROUP" ]; then awk '/^usage_usec/ { print $2 / 1e3 }' "$GROUP/cpu.stat"
  else awk '/^cpu /{ print ($2 + $3 + $4 + $7 + $8) * 10 }' /proc/stat; fi
}
field() { perl -MJSON::PP -e 'local $/; my $c = decode_json(<STDIN>); print join("\n", map { $_->{$ARGV[1]} } @{$c->{$ARGV[0]}}), "\n"' "$@" <"$PLIANT_HOME/cluster.json"; }
snapshot() { # NAME: what every process has used
  local pid role n
  for role in controllers nodes; do
    n=0
    for pid in $(field $role pid); do
      n=$((n + 1))
      "$JAVA_HOME/bin/jcmd" "$pid" Thread.print -e >"$OUT/$1.$role.$n.threads"
      cp "/proc/$pid/stat" "$OUT/$1.$role.$n.stat"
    done
  done
  pid=$(pgrep -P "$(field nodes pid | head -1)" -x pliant-launcher) && cp "/proc/$pid/stat" "$OUT/$1.launcher.stat"
  "$ROOT/pliant" journal status --json >"$OUT/$1.journal.json"
}
run() { # COUNT: submits and waits for all ends; prints the client's processor time in ms and the jobs a second
  : >"$WORK/ran"
  local begun=$EPOCHREALTIME
  { TIMEFORMAT='%U %S'; time "$HERE/pliant/submit.pl" "$(field controllers socket | head -1)" "$1" "$WORK/body.sh" 2>"$OUT/errors.log"; } 2>"$WORK/times"
  until [ "$(wc -l <"$WORK/ran")" -ge "$1" ]; do sleep 0.05; done
  local last
  last=$(sort -k2,2n "$WORK/ran" | awk 'END { print $2 }')
  awk -v n="$1" -v a="$begun" -v b="$last" '{ print ($1 + $2) * 1000, n / (b - a) }' "$WORK/times"
}
phase() { # NAME COUNT
  snapshot "$1.before"
  whole >"$OUT/$1.before.whole"
  run "$2" >"$OUT/$1.run"
  sleep 2 # what goes on after the end of the last job is its cost as well
  whole >"$OUT/$1.after.whole"
  snapshot "$1.after"
  echo "$2" >"$OUT/$1.jobs"
  [ "$("$ROOT/pliant" queue --json)" = '[]' ] || { echo "Expected an empty queue after $2 jobs, but there are some." >&2; exit 1; }
}

printf '#!/bin/bash\necho "$SLURM_JOB_ID $EPOCHREALTIME" >> %s\n' "$WORK/ran" >"$WORK/body.sh"
chmod +x "$WORK/body.sh"
"$ROOT/pliant" version >/dev/null
{
  echo "date $(date -u +%FT%TZ), commit $(git -C "$ROOT" rev-parse --short HEAD 2>/dev/null), $(nproc) cpus, kernel $(uname -r)"
  echo "controllers $CONTROLLERS, emulated nodes $NODES; load at the start $(cut -d' ' -f1-3 /proc/loadavg)"
} | tee "$OUT/machine.txt"
"$ROOT/pliant" up --controllers "$CONTROLLERS" --emulate "$NODES" --cpus-per-node 1 ${SET[@]+"${SET[@]}"} >"$OUT/up.log" 2>&1 || { cat "$OUT/up.log" >&2; exit 1; }

: >"$WORK/ran"
begun=$EPOCHREALTIME used=$(whole)
seq "$JOBS" | SLURM_JOB_ID=1 xargs -P "$(nproc)" -n 1 "$WORK/body.sh"
awk -v n="$JOBS" -v a="$begun" -v b="$EPOCHREALTIME" -v c="$used" -v d="$(whole)" 'BEGIN { print (d - c) / n, n / (b - a) }' >"$OUT/floor"

phase first "$FIRST"
run "$WARM" >/dev/null
phase warm "$JOBS"

cat >"$WORK/forced.jfc" <<'JFC'
<?xml version="1.0" encoding="UTF-8"?>
<configuration version="2.0">
  <event name="jdk.FileForce"><setting name="enabled">true</setting><setting name="stackTrace">false</setting><setting name="threshold">0 ns</setting></event>
  <event name="jdk.FileWrite"><setting name="enabled">true</setting><setting name="stackTrace">false</setting><setting name="threshold">0 ns</setting><setting name="throttle">off</setting></event>
</configuration>
JFC
n=0
for pid in $(field controllers pid); do
  "$JAVA_HOME/bin/jcmd" "$pid" JFR.start name=cost settings="$WORK/forced.jfc" >/dev/null
done
run "$RECORDED" >/dev/null
for pid in $(field controllers pid); do
  n=$((n + 1))
  "$JAVA_HOME/bin/jcmd" "$pid" JFR.stop name=cost filename="$OUT/recorded.$n.jfr" >/dev/null
  "$JAVA_HOME/bin/jfr" print --events jdk.FileForce,jdk.FileWrite "$OUT/recorded.$n.jfr" >"$OUT/recorded.$n.txt"
done
"$HERE/cost.pl" "$OUT" "$RECORDED" | tee "$OUT/table.txt"
echo "load at the end $(cut -d' ' -f1-3 /proc/loadavg); snapshots in $OUT"
