#!/usr/bin/env bash
# Does a restart get slower with the history? All processes are killed with kill -9 and started again; timed until the next job runs.
#
#   bench/recovery.sh [--jobs N] [--reps N] [--controllers N] [--out FOLDER]
#
# Measured with no history, with a tenth of N finished jobs and with N (100000), --reps (3) times each; N takes about a second for 150 jobs.
# A job is submitted while the cluster starts, by a client that waits for it, so the time is the one a user sees: from the start of
# 'pliant up' to the first line of the job's body. Processes of the JVM start in it too: the row without history says how long they take.
set -eu
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
JOBS=100000 REPS=3 CONTROLLERS=1 OUT=''
while [ $# -gt 0 ]; do
  case $1 in
    --jobs) JOBS=$2 ;;
    --reps) REPS=$2 ;;
    --controllers) CONTROLLERS=$2 ;;
    --out) OUT=$2 ;;
    -h | --help) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "Expected an option of bench/recovery.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2 || { echo "Expected a value after '$1', but there is none." >&2; exit 2; }
done
OUT=${OUT:-$ROOT/target/bench/recovery}
mkdir -p "$OUT"
WORK=$(mktemp -d "${TMPDIR:-/tmp}/pliant-recovery.XXXXXX")
P=$WORK/cluster
pliant() { "$ROOT/pliant" "$@"; }
trap 'pliant down --dir "$P" >/dev/null 2>&1 || true; rm -rf "$WORK"' EXIT

up() { pliant up --dir "$P" --controllers "$CONTROLLERS" --emulate 50 --cpus-per-node 1 >>"$OUT/up.log" 2>&1; }
field() { perl -MJSON::PP -e 'local $/; my $c = decode_json(<STDIN>); print join("\n", map { $_->{$ARGV[1]} } @{$c->{$ARGV[0]}}), "\n"' "$@" <"$P/cluster.json"; }
waiting() { pliant queue --dir "$P" --json | perl -MJSON::PP -e 'local $/; print scalar @{decode_json(<STDIN>)}'; }
events() { pliant journal status --dir "$P" --json | perl -MJSON::PP -e 'local $/; print decode_json(<STDIN>)->{position}'; }
kill_all() {
  # shellcheck disable=SC2046 # pids are words
  kill -9 $(field controllers pid) $(field nodes pid)
  while kill -0 $(field controllers pid) $(field nodes pid) 2>/dev/null; do sleep 0.05; done
}
printf '#!/bin/sh\n' >"$WORK/nop.sh"
printf '#!/bin/bash\necho "$EPOCHREALTIME" >%s\n' "$WORK/started" >"$WORK/mark.sh"

restart() { # prints the seconds from the start of 'up' to the job's first line
  kill_all
  rm -f "$WORK/started"
  local t0=$EPOCHREALTIME
  up &
  local starting=$!
  until pliant submit --dir "$P" --parsable -o /dev/null "$WORK/mark.sh" >>"$OUT/up.log" 2>&1; do sleep 0.2; done
  until [ -s "$WORK/started" ]; do sleep 0.02; done
  wait "$starting"
  awk -v a="$t0" '{ printf "%.2f\n", $1 - a }' "$WORK/started"
}
measure() { # JOBS SO FAR
  local times=()
  for _ in $(seq "$REPS"); do times+=("$(restart)"); done
  printf '%9s jobs, %9s events: %s s (median of %s: %s), load %s\n' "$1" "$(events)" \
    "$(printf '%s\n' "${times[@]}" | sort -n | sed -n "$(((REPS + 1) / 2))p")" "$REPS" "${times[*]}" "$(cut -d' ' -f1 /proc/loadavg)" | tee -a "$OUT/recovery.txt"
}
fill() { # COUNT
  "$ROOT/bench/pliant/submit.pl" "$(field controllers socket | head -1)" "$1" "$WORK/nop.sh"
  while [ "$(waiting)" != 0 ]; do sleep 1; done
}
: >"$OUT/recovery.txt" && : >"$OUT/up.log"
date -u | tee -a "$OUT/recovery.txt"
up
measure 0
fill $((JOBS / 10))
measure $((JOBS / 10))
fill $((JOBS - JOBS / 10))
measure "$JOBS"
