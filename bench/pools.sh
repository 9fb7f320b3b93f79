#!/usr/bin/env bash
# Many partitions as one machine: the workloads of seed 002 (no-op jobs of 1 node; of 1 to 50; of 25 to 75) on a pool of ten partitions,
# beside the real Slurm with one partition of as many emulated nodes.
#
#   bench/pools.sh [--nodes N,N,...] [--controllers N,N,...] [--jobs SMALL,MEDIUM,BIG] [--clients N] [--warm-up N] [--slurm N,N,...] [--set KEY=VALUE] [--out FOLDER]
#
# Nodes (50,100,250,500) of one cpu, ten partitions; controllers (1,3); jobs (2000,500,200) of each workload from --clients (4) resident clients,
# to each partition in turn. Sizes larger than the cluster are clipped. Prints jobs/s from the first submission to the last end, and for Pliant a job:
# processor ms of the controllers and of all, words between partitions, entries of the journal. --slurm (500): sizes at which Slurm is
# measured; 0 for none. Needs root for Slurm, and the packages that bench/compare.sh installs.
set -eu
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
NODES=50,100,250,500 CONTROLLERS=1,3 JOBS=2000,500,200 WARM=2000 CLIENTS=4 SLURM=500 SET=() OUT=''
while [ $# -gt 0 ]; do
  case $1 in
    --nodes) NODES=$2 ;;
    --controllers) CONTROLLERS=$2 ;;
    --jobs) JOBS=$2 ;;
    --warm-up) WARM=$2 ;;
    --clients) CLIENTS=$2 ;;
    --slurm) SLURM=$2 ;;
    --set) SET+=(--set "$2") ;;
    --out) OUT=$2 ;;
    -h | --help) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "Expected an option of bench/pools.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2 || { echo "Expected a value after '$1', but there is none." >&2; exit 2; }
done
OUT=${OUT:-$ROOT/target/bench/pools}
mkdir -p "$OUT"
WORK=$(mktemp -d "${TMPDIR:-/tmp}/pliant-pools.XXXXXX")
chmod 755 "$WORK"
trap '"$ROOT/pliant" down --dir "$WORK/cluster" >/dev/null 2>&1 || true; [ ! -e "$WORK/slurm" ] || "$ROOT/bench/slurm/down.sh" >/dev/null 2>&1 || true; rm -rf "$WORK"' EXIT
printf '#!/bin/sh\n' >"$WORK/nop.sh"
IFS=, read -r SMALL MEDIUM BIG <<<"$JOBS"

say() { printf "$@" | tee -a "$OUT/pools.txt"; }
whole() { awk '/^cpu /{ print ($2 + $3 + $4 + $7 + $8) * 10 }' /proc/stat; }
least() { [ "$1" -lt "$2" ] && echo "$1" || echo "$2"; }
range() { case $1 in small) echo 1 ;; medium) echo "1-$(least 50 "$2")" ;; big) echo "25-$(least 75 "$2")" ;; esac; }
count() { # as many from each client
  local n
  case $1 in small) n=$SMALL ;; medium) n=$MEDIUM ;; big) n=$BIG ;; esac
  echo $((n / CLIENTS * CLIENTS))
}

# ---- Pliant
field() { perl -MJSON::PP -e 'local $/; my $c = decode_json(<STDIN>); print map { "$_->{$ARGV[0]}\n" } @{$c->{controllers}}' "$1" <"$WORK/cluster/cluster.json"; }
own() { local all=0 pid; for pid in $(field pid); do all=$((all + $(awk '{ print ($14 + $15) * 10 }' "/proc/$pid/stat"))); done; echo "$all"; }
get() { curl -sS --max-time 20 --unix-socket "$(field socket | head -1)" "http://x$1"; }
# jobs that wait or run, words said by partitions, jobs that failed
sums() { get /v1/partitions | perl -MJSON::PP -e 'local $/; my @s = (0, 0, 0); for (@{decode_json(<STDIN>)}) { $s[0] += $_->{waiting} + $_->{running}; $s[1] += $_->{pool}{words} // 0; $s[2] += $_->{counts}{failed} } print "@s\n"'; }
# What asks runs on the cores that are measured: no perl here, which takes more of them than a job, and ten times a second at most.
left() { curl -sS --max-time 20 --unix-socket "$SOCKET" http://x/v1/partitions | grep -o '"\(waiting\|running\)":[0-9]*' | awk -F: '{ n += $2 } END { print NR ? n : -1 }'; }
drained() { SOCKET=$(field socket | head -1); until [ "$(left)" = 0 ]; do sleep 0.1; done; sums; }
submit() { # COUNT NODES: from several clients at a time
  local i pids=()
  for ((i = 0; i < CLIENTS; i++)); do
    PARTITIONS=$names "$ROOT/bench/pliant/submit.pl" "$(field socket | head -1)" $(($1 / CLIENTS)) "$WORK/nop.sh" "$2" &
    pids+=($!)
  done
  wait "${pids[@]}"
}
entries() { get /v1/journal | perl -MJSON::PP -e 'local $/; print decode_json(<STDIN>)->{applied} // 0, "\n"'; }

pliant() { # CONTROLLERS NODES
  local each=$(($2 / 10)) i names='' args=() w n c0 m0 s0 e0 t0 now
  for i in 0 1 2 3 4 5 6 7 8 9; do
    args+=(--partition "p$i:n[$(printf '%03d-%03d' $((i * each + 1)) $(((i + 1) * each)))]")
    names+=${names:+,}p$i
  done
  rm -rf "$WORK/cluster"
  "$ROOT/pliant" up --dir "$WORK/cluster" --controllers "$1" --nodes 0 --emulate "$2" --cpus-per-node 1 "${args[@]}" \
    --set "pools=[{name=pool,partitions=[$names]}]" --set limits.user-jobs=300000 ${SET[@]+"${SET[@]}"} >>"$OUT/up.log" 2>&1
  [ "$1" = 1 ] || sleep 30 # partitions follow the leader of the journal within 20 s
  submit "$WARM" 1
  drained >/dev/null
  submit 100 "$(range medium "$2")"
  drained >/dev/null
  sleep 2
  for w in small medium big; do
    n=$(count $w)
    [ "$n" -gt 0 ] || continue
    s0=$(sums) e0=$(entries) c0=$(own) m0=$(whole) t0=$EPOCHREALTIME
    submit "$n" "$(range $w "$2")"
    now=$(drained)
    awk -v c="$1" -v nodes="$2" -v w=$w -v n="$n" -v a="$t0" -v b="$EPOCHREALTIME" -v s0="$s0" -v s1="$now" -v e0="$e0" -v e1="$(entries)" \
      -v c0="$c0" -v c1="$(own)" -v m0="$m0" -v m1="$(whole)" 'BEGIN {
        split(s0, x, " "); split(s1, y, " ")
        printf "pliant, %d controller(s) %4d nodes %-6s %7.1f jobs/s, controllers %6.2f ms, machine %6.2f ms, %6.1f words, %5.1f entries a job%s\n",
          c, nodes, w, n / (b - a), (c1 - c0) / n, (m1 - m0) / n, (y[2] - x[2]) / n, (e1 - e0) / n, (y[3] > x[3]) ? ", FAILED " (y[3] - x[3]) : ""
      }' | tee -a "$OUT/pools.txt"
  done
  "$ROOT/pliant" down --dir "$WORK/cluster" >/dev/null 2>&1
}

# ---- Slurm
slurm() { # NODES
  local w n t0 m0 i pids
  SLURM_BENCH_DIR=$WORK/slurm "$ROOT/bench/slurm/up.sh" "$1" >"$OUT/slurm.log" 2>&1 || { echo "Slurm did not start; see $OUT/slurm.log." >&2; return 1; }
  . "$WORK/slurm/env"
  gcc -O2 -o "$WORK/submit" "$ROOT/bench/slurm/submit.c" -lslurm
  over() { sdiag | awk '/^Jobs (completed|failed|canceled):/ { all += $3 } END { print all + 0 }'; }
  "$WORK/submit" 200 "$(cat "$WORK/nop.sh")"$'\n' 1
  until [ "$(over)" -ge 200 ]; do sleep 0.5; done
  for w in small medium big; do
    n=$(count $w)
    [ "$n" -gt 0 ] || continue
    n=$((n > 500 ? 500 / CLIENTS * CLIENTS : n))
    sdiag -r >/dev/null
    m0=$(whole) t0=$EPOCHREALTIME
    pids=()
    for ((i = 0; i < CLIENTS; i++)); do
      "$WORK/submit" $((n / CLIENTS)) "$(cat "$WORK/nop.sh")"$'\n' "$(range $w "$1")" &
      pids+=($!)
    done
    wait "${pids[@]}"
    until [ "$(over)" -ge "$n" ]; do sleep 0.1; done
    awk -v nodes="$1" -v w=$w -v n="$n" -v a="$t0" -v b="$EPOCHREALTIME" -v m0="$m0" -v m1="$(whole)" 'BEGIN {
      printf "slurm                   %4d nodes %-6s %7.1f jobs/s,                        machine %6.2f ms a job\n", nodes, w, n / (b - a), (m1 - m0) / n }' | tee -a "$OUT/pools.txt"
  done
  "$ROOT/bench/slurm/down.sh" >/dev/null 2>&1
  rm -rf "$WORK/slurm"
}

say 'date %s, commit %s\n' "$(date -u +%FT%TZ)" "$(git -C "$ROOT" rev-parse --short HEAD 2>/dev/null)"
for size in ${SLURM//,/ }; do [ "$size" = 0 ] || slurm "$size"; done
for controllers in ${CONTROLLERS//,/ }; do
  for nodes in ${NODES//,/ }; do pliant "$controllers" "$nodes"; done
done
