#!/usr/bin/env bash
# What processes use while nothing runs: processor time, context switches by thread, memory.
#
#   bench/idle.sh [--seconds N] [--nodes N] [--settle N] [--out FOLDER]
#
# Two clusters side by side: one controller with one agent of this host, and one controller with --nodes (500) emulated nodes of one agent.
# After --settle (60) seconds all threads are looked at, and again after --seconds (600). Switches are those of /proc/PID/task/TID/status:
# a thread that is woken makes two, or one. Memory is Rss of /proc/PID/smaps_rollup, and Private: what would be free without this process.
set -eu
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
SECONDS_LONG=600 NODES=500 SETTLE=60 OUT=''
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) SECONDS_LONG=$2 ;;
    --nodes) NODES=$2 ;;
    --settle) SETTLE=$2 ;;
    --out) OUT=$2 ;;
    -h | --help) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "Expected an option of bench/idle.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2 || { echo "Expected a value after '$1', but there is none." >&2; exit 2; }
done
OUT=${OUT:-$ROOT/target/bench/idle}
mkdir -p "$OUT"
WORK=$(mktemp -d "${TMPDIR:-/tmp}/pliant-idle.XXXXXX")
chmod 755 "$WORK"
trap 'for c in one many; do "$ROOT/pliant" down --dir "$WORK/$c" >/dev/null 2>&1 || true; done; rm -rf "$WORK"' EXIT

field() { perl -MJSON::PP -e 'local $/; my $c = decode_json(<STDIN>); print join("\n", map { $_->{$ARGV[1]} } @{$c->{$ARGV[0]}}), "\n"' "$2" "$3" <"$WORK/$1/cluster.json"; }
threads() { # PID: a line for each thread: number, nanoseconds, switches, name
  local t
  for t in "/proc/$1/task"/*; do
    awk -v id="${t##*/}" -v ns="$(cut -d' ' -f1 "$t/schedstat")" '/^Name:/ { sub(/^Name:[ \t]*/, ""); gsub(/ /, "_"); name = $0 } /ctxt_switches/ { n += $2 } END { print id, ns, n, name }' "$t/status" 2>/dev/null || true
  done
}
memory() { awk '/^Rss:/ { rss = $2 } /^Private_/ { own += $2 } END { printf "%.0f MB resident, %.0f MB private", rss / 1024, own / 1024 }' "/proc/$1/smaps_rollup"; }

"$ROOT/pliant" up --dir "$WORK/one" --controllers 1 --nodes 1 >"$OUT/up.log" 2>&1
"$ROOT/pliant" up --dir "$WORK/many" --controllers 1 --nodes 0 --emulate "$NODES" --cpus-per-node 1 >>"$OUT/up.log" 2>&1
declare -A PIDS=(
  ["agent of one node"]=$(field one nodes pid) ["controller, one node"]=$(field one controllers pid)
  ["agent of $NODES nodes"]=$(field many nodes pid | head -1) ["controller, $NODES nodes"]=$(field many controllers pid)
)
sleep "$SETTLE"
for who in "${!PIDS[@]}"; do threads "${PIDS[$who]}" >"$OUT/before.${PIDS[$who]}"; done
sleep "$SECONDS_LONG"
for who in "${!PIDS[@]}"; do threads "${PIDS[$who]}" >"$OUT/after.${PIDS[$who]}"; done
echo "date $(date -u +%FT%TZ), commit $(git -C "$ROOT" rev-parse --short HEAD 2>/dev/null), $SECONDS_LONG s, load $(cut -d' ' -f1-3 /proc/loadavg)"
for who in "${!PIDS[@]}"; do
  p=${PIDS[$who]}
  awk -v s="$SECONDS_LONG" -v who="$who" -v memory="$(memory "$p")" '
    NR == FNR { ns[$1] = $2; n[$1] = $3; next }
    { cpu = $2 - ns[$1]; woken = $3 - n[$1]; all += cpu; switches += woken; of[$4] += woken }
    END {
      printf "%-24s %.3f %% of a core, %.1f switches/s, %s\n", who, all / s / 1e7, switches / s, memory
      for (t in of) if (of[t] / s >= 0.1) printf "    %8.2f /s  %s\n", of[t] / s, t | "sort -rn"
    }' "$OUT/before.$p" "$OUT/after.$p"
done | tee "$OUT/idle.txt"
