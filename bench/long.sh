#!/usr/bin/env bash
# Does memory grow with the jobs that have ended?
#
#   bench/long.sh [--jobs N] [--each N] [--out FOLDER]
#
# --jobs (200000) jobs that do nothing go through one controller and 50 emulated nodes; at most 2500 wait at a time. Every --each (10000)
# jobs a line: jobs/s, and resident memory of controller, agent and launcher, in MB.
set -eu
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
JOBS=200000 EACH=10000 OUT=''
while [ $# -gt 0 ]; do
  case $1 in
    --jobs) JOBS=$2 ;;
    --each) EACH=$2 ;;
    --out) OUT=$2 ;;
    -h | --help) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "Expected an option of bench/long.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2 || { echo "Expected a value after '$1', but there is none." >&2; exit 2; }
done
OUT=${OUT:-$ROOT/target/bench/long}
mkdir -p "$OUT"
WORK=$(mktemp -d "${TMPDIR:-/tmp}/pliant-long.XXXXXX")
chmod 755 "$WORK"
export PLIANT_HOME=$WORK/cluster
trap '"$ROOT/pliant" down >/dev/null 2>&1 || true; rm -rf "$WORK"' EXIT

field() { perl -MJSON::PP -e 'local $/; my $c = decode_json(<STDIN>); print join("\n", map { $_->{$ARGV[1]} } @{$c->{$ARGV[0]}}), "\n"' "$@" <"$PLIANT_HOME/cluster.json"; }
waiting() { "$ROOT/libexec/slurm/sdiag" | awk '/^Jobs pending/ { print $3 }'; }
rss() { awk '/VmRSS/ { printf "%.0f", $2 / 1024 }' "/proc/$1/status"; }

printf '#!/bin/sh\n' >"$WORK/nop.sh"
"$ROOT/pliant" up --controllers 1 --nodes 0 --emulate 50 --cpus-per-node 4 >"$OUT/up.log" 2>&1
CONTROLLER=$(field controllers pid) AGENT=$(field nodes pid | head -1)
LAUNCHER=$(pgrep -P "$AGENT" -x pliant-launcher)
echo "date $(date -u +%FT%TZ), commit $(git -C "$ROOT" rev-parse --short HEAD 2>/dev/null)" | tee "$OUT/long.txt"
t0=$EPOCHREALTIME
for ((n = 500; n <= JOBS; n += 500)); do
  "$ROOT/bench/pliant/submit.pl" "$(field controllers socket | head -1)" 500 "$WORK/nop.sh" 1 20
  until [ "$(waiting)" -lt 2000 ]; do sleep 1; done
  [ $((n % EACH)) = 0 ] || continue
  awk -v n="$n" -v each="$EACH" -v a="$t0" -v b="$EPOCHREALTIME" -v c="$(rss "$CONTROLLER")" -v g="$(rss "$AGENT")" -v l="$(rss "$LAUNCHER")" \
    'BEGIN { printf "%7d jobs: %4.0f jobs/s, MB: controller %d, agent %d, launcher %d\n", n, each / (b - a), c, g, l }' | tee -a "$OUT/long.txt"
  t0=$EPOCHREALTIME
done
