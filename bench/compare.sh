#!/usr/bin/env bash
# Pliant beside the real Slurm on this machine, in one run: same no-op bodies, same number of emulated nodes, in turns.
#
#   bench/compare.sh [--nodes N] [--controllers N] [--jobs N] [--warm-up N] [--reps N] [--pending N] [--elements N] [--out FOLDER] [--only a,b,c,...] [--before CHECKOUT] [--set KEY=VALUE]
#
#   throughput   jobs/s of one-node no-op jobs, submitted by one resident client (and by 8 command-line clients at a time;
#                and, Slurm alone, as one array: its best), with cpu per job of daemons, steps and clients together
#   array        an array of 10 000 no-op elements in each (--elements, if fewer), then one of --elements in Pliant alone: time until it is
#                accepted, elements/s, cpu per element; and what an array of a million that waits costs to accept and to hold
#   bag          10 000 tasks of one bag beside an array of 10 000 in Slurm, the same script; then a million times /bin/true (--elements, if
#                given) in Pliant alone, and beside it a bare loop for each cpu that forks, executes and waits for it
#   kills        an array of --elements in Pliant, during which the controllers, then the agent, then all are killed with SIGKILL and
#                started again: each element has to run exactly once and to be in the results
#   latency      submit-to-start on an idle cluster: command line, and resident client
#   accept       accepted submissions/s while nothing can start: command line 8 at a time, resident clients 1 and 4
#   queue        squeue and pliant queue with many pending
#   floor        a bare loop that forks, executes and waits for the same script
#   idle         resident memory and cpu of idle processes
#
# --before CHECKOUT measures Pliant of another working tree ("before") in place of Slurm: what a change costs.
# --set KEY=VALUE sets a key of Pliant's configuration, of this working tree alone; may be repeated.
#
# Needs root (Slurm's daemons), and slurm-wlm munge libslurm-dev gcc perl, which it installs with apt-get when they are missing.
# Prints a table of medians and ratios; leaves results.tsv (each figure), table.txt and table.json in FOLDER (target/bench/<time>).
set -u
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(dirname "$HERE")
SET=() NODES=50 CONTROLLERS=1 BEFORE='' PEER=slurm JOBS=500 WARM=2000 REPS=5 PENDING=10000 ELEMENTS=100000 OUT='' ONLY=throughput,latency,accept,queue,floor,idle
while [ $# -gt 0 ]; do
  case $1 in
    --nodes) NODES=$2 ;;
    --controllers) CONTROLLERS=$2 ;;
    --before) BEFORE=$(cd "$2" && pwd) && [ -x "$BEFORE/pliant" ] || { echo "Expected a working tree of Pliant after --before, but got '$2'." >&2; exit 2; }; PEER=before ;;
    --set) SET+=(--set "$2") ;;
    --jobs) JOBS=$2 ;;
    --warm-up) WARM=$2 ;;
    --reps) REPS=$2 ;;
    --pending) PENDING=$2 ;;
    --elements) ELEMENTS=$2 ;;
    --out) OUT=$2 ;;
    --only) ONLY=$2 ;;
    -h | --help) sed -n '2,/^set -u/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "Expected an option of bench/compare.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2 || { echo "Expected a value after '$1', but there is none." >&2; exit 2; }
done
OUT=${OUT:-$ROOT/target/bench/$(date +%Y%m%d-%H%M%S)}
mkdir -p "$OUT" || exit 1
OUT=$(cd "$OUT" && pwd)
WORK=$(mktemp -d "${TMPDIR:-/tmp}/pliant-bench.XXXXXX") || exit 1
chmod 755 "$WORK"
RESULTS=$OUT/results.tsv
: >"$RESULTS"

need() {
  [ "$PEER" = before ] && return
  [ "$(id -u)" = 0 ] || { echo "Expected to run as root, since Slurm's daemons need it, but this is user $(id -un)." >&2; exit 1; }
  command -v sbatch >/dev/null && command -v munged >/dev/null && command -v gcc >/dev/null && [ -e /usr/include/slurm/slurm.h ] && return
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y slurm-wlm munge libslurm-dev gcc perl; } >"$OUT/packages.log" 2>&1 ||
    { echo "Expected apt-get to install slurm-wlm munge libslurm-dev gcc, but it failed; see $OUT/packages.log." >&2; exit 1; }
}

# --- cpu accounting: everything of a system (daemons, steps, clients) is charged to one group
CG_ROOT=''
for r in /sys/fs/cgroup/cpuacct /sys/fs/cgroup; do
  [ -w "$r/cgroup.procs" ] && { [ -r "$r/cpuacct.usage" ] || [ -r "$r/cpu.stat" ]; } && { CG_ROOT=$r; break; }
done
PLIANT_CG=${CG_ROOT:+$CG_ROOT/pliant-bench.$$}
[ -n "$PLIANT_CG" ] && { mkdir "$PLIANT_CG" "$PLIANT_CG.before" || exit 1; }
group_of() { case $1 in slurm) printf %s "${SLURM_BENCH_CG:-}" ;; pliant) printf %s "$PLIANT_CG" ;; before) printf %s "${PLIANT_CG:+$PLIANT_CG.before}" ;; esac; }
cpu_of() { # seconds of cpu charged to a system
  local g; g=$(group_of "$1")
  if [ -r "$g/cpuacct.usage" ]; then awk '{ printf "%.4f", $1 / 1e9 }' "$g/cpuacct.usage"
  elif [ -r "$g/cpu.stat" ]; then awk '/^usage_usec/ { printf "%.4f", $2 / 1e6 }' "$g/cpu.stat"; else echo 0; fi
}
as() ( # as SYSTEM COMMAND...: charged to the system
  g=$(group_of "$1"); shift
  [ -n "$g" ] && echo "$BASHPID" >"$g/cgroup.procs"
  "$@"
)
machine() { awk '/^cpu /{ print ($2+$3+$4+$7+$8)/100, ($5+$6)/100 }' /proc/stat; }
minus() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4f", b - a }'; }
note() { printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$RESULTS"; printf '  %-34s %-7s %s\n' "$1" "$2" "$3"; }

# --- the two systems; of Pliant there may be two: this working tree, and the one to be compared with
P=$WORK/cluster
folder_of() { case $1 in pliant) printf %s "$P" ;; before) printf %s "$WORK/before" ;; esac; }
pliant_of() { local s=$1; shift; case $s in pliant) "$ROOT/pliant" "$@" ;; before) "$BEFORE/pliant" "$@" ;; esac; }
pliant_up() {
  local settings=()
  [ "$1" = pliant ] && settings=(${SET[@]+"${SET[@]}"})
  as "$1" pliant_of "$1" up --dir "$(folder_of "$1")" --controllers "$CONTROLLERS" --emulate "$NODES" --cpus-per-node 1 "${settings[@]}" >"$OUT/$1-up.log" 2>&1 ||
    { cat "$OUT/$1-up.log" >&2; return 1; }
}
pliant_down() { pliant_of "$1" down --dir "$(folder_of "$1")" >>"$OUT/$1-up.log" 2>&1; }
pliant_json() { # SYSTEM LIST KEY: of the cluster's record
  perl -MJSON::PP -e 'local $/; my $c = decode_json(<STDIN>); print join("\n", map { $_->{$ARGV[1]} } @{$c->{$ARGV[0]}}), "\n"' "$2" "$3" <"$(folder_of "$1")/cluster.json"
}
socket_of() { pliant_json "$1" controllers socket | head -1; }
slurm_up() { SLURM_BENCH_DIR=$WORK/slurm MINJOBAGE=10 TMPDIR=$WORK "$HERE/slurm/up.sh" "$NODES" >"$OUT/slurm-up.log" 2>&1 || { cat "$OUT/slurm-up.log" >&2; return 1; }; . "$WORK/slurm/env"; }
slurm_down() { TMPDIR=$WORK "$HERE/slurm/down.sh" >>"$OUT/slurm-up.log" 2>&1; }
cleanup() {
  trap - EXIT INT TERM
  [ "$PEER" = slurm ] && slurm_down
  for s in pliant before; do [ -e "$(folder_of $s)/cluster.json" ] && pliant_down $s; done
  rm -f "$WORK/blocked" && sleep 2 # what blocked the nodes ends by itself: tasks outlive their agent
  [ -n "$PLIANT_CG" ] && rmdir "$PLIANT_CG" "$PLIANT_CG.before" 2>/dev/null
  rm -rf "$WORK"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

body() { printf '#!/bin/bash\necho "$SLURM_JOB_ID $EPOCHREALTIME" >> %s\n' "$WORK/ran.$1" >"$WORK/body.$1.sh"; chmod +x "$WORK/body.$1.sh"; }
submit_cli() { case $1 in # SYSTEM SCRIPT: prints the id
  slurm) sbatch --parsable -N1 -n1 -o /dev/null "$2" ;;
  *) pliant_of "$1" submit --dir "$(folder_of "$1")" --parsable -N1 -n1 -o /dev/null "$2" ;; esac; }
tree_of() { case $1 in pliant) printf %s "$ROOT" ;; before) printf %s "$BEFORE" ;; esac; }
submit_many() { case $1 in # SYSTEM COUNT SCRIPT: 8 command-line clients at a time
  slurm) seq "$2" | xargs -P 8 -I{} sbatch -Q --parsable -N1 -n1 -o /dev/null "$3" ;;
  *) seq "$2" | xargs -P 8 -I{} "$(tree_of "$1")/pliant" submit --dir "$(folder_of "$1")" --parsable -N1 -n1 -o /dev/null "$3" ;; esac >/dev/null 2>>"$OUT/errors.log"; }
submit_resident() { # SYSTEM COUNT SCRIPT CLIENTS
  local i pids=()
  for i in $(seq "$4"); do
    case $1 in
      slurm) "$WORK/submit" $(($2 / $4)) "$(cat "$3")"$'\n' 2>>"$OUT/errors.log" & ;;
      *) "$HERE/pliant/submit.pl" "$(socket_of "$1")" $(($2 / $4)) "$3" 2>>"$OUT/errors.log" & ;;
    esac
    pids+=($!)
  done
  wait "${pids[@]}"
}
queue_lines() { case $1 in slurm) squeue -h -r | wc -l ;; *) pliant_of "$1" queue --dir "$(folder_of "$1")" --json | perl -MJSON::PP -e 'local $/; print scalar @{decode_json(<STDIN>)}' ;; esac; }
wait_empty() { local i; for i in $(seq 1200); do [ "$(queue_lines "$1")" = 0 ] && return 0; sleep 0.3; done; echo "$1 did not empty its queue" >>"$OUT/errors.log"; return 1; }
wait_ran() { local i; for i in $(seq 4000); do [ "$(wc -l <"$WORK/ran.$1")" -ge "$2" ] && return 0; sleep 0.05; done; echo "$1 ran only $(wc -l <"$WORK/ran.$1") of $2" >>"$OUT/errors.log"; keep_evidence "$1"; return 1; }
keep_evidence() { # of jobs that did not run: what the system says of them
  cp "$WORK/ran.$1" "$OUT/ran.$1"
  case $1 in
    slurm) squeue >"$OUT/evidence.slurm" 2>&1 ;;
    *) { pliant_of "$1" queue --dir "$(folder_of "$1")"; pliant_of "$1" history --dir "$(folder_of "$1")" --json --limit 20000; } >"$OUT/evidence.$1" 2>&1; cp -r "$(folder_of "$1")/log" "$OUT/log.$1" ;;
  esac
}

# --- measurements; each is called once per system and repetition, in alternating order
throughput() { # SYSTEM MODE [LABEL]
  local s=$1 mode=$2 label=${3:-$2} t0 c0 c1 m0 m1 last
  body "$s"; : >"$WORK/ran.$s"
  c0=$(cpu_of "$s"); m0=$(machine); t0=$EPOCHREALTIME
  case $mode in
    resident) as "$s" submit_resident "$s" "$JOBS" "$WORK/body.$s.sh" 1 ;;
    cli) as "$s" submit_many "$s" "$JOBS" "$WORK/body.$s.sh" ;;
    array) as "$s" sbatch -Q -N1 -n1 -o /dev/null --array=1-"$JOBS" "$WORK/body.$s.sh" >/dev/null ;;
  esac
  wait_ran "$s" "$JOBS" || return
  as "$s" wait_empty "$s"
  c1=$(cpu_of "$s"); m1=$(machine)
  last=$(sort -k2,2n "$WORK/ran.$s" | awk 'END { print $2 }')
  [ "$(cut -d' ' -f1 "$WORK/ran.$s" | sort -u | wc -l)" = "$JOBS" ] || echo "$s: not every job ran exactly once ($mode)" >>"$OUT/errors.log"
  note "jobs/s $label" "$s" "$(awk -v n="$JOBS" -v a="$t0" -v b="$last" 'BEGIN { printf "%.1f", n / (b - a) }')"
  note "cpu ms/job $label" "$s" "$(awk -v n="$JOBS" -v a="$c0" -v b="$c1" 'BEGIN { printf "%.1f", 1000 * (b - a) / n }')"
  note "others' share of cpu" "$s" "$(awk -v a="$m0" -v b="$m1" -v c="$c0" -v d="$c1" 'BEGIN { split(a, x, " "); split(b, y, " "); busy = y[1] - x[1]; all = busy + y[2] - x[2]; printf "%.2f", (busy - (d - c)) / all }')"
}
submit_array() { case $1 in # SYSTEM COUNT SCRIPT: prints the id
  slurm) sbatch --parsable -N1 -n1 -o /dev/null --array=1-"$2" "$3" ;;
  *) pliant_of "$1" submit --dir "$(folder_of "$1")" --parsable -N1 -n1 -o /dev/null --array=1-"$2" "$3" ;; esac; }
element_body() { printf '#!/bin/bash\necho "$SLURM_ARRAY_TASK_ID $EPOCHREALTIME" >> %s\n' "$WORK/ran.$1" >"$WORK/element.$1.sh"; chmod +x "$WORK/element.$1.sh"; : >"$WORK/ran.$1"; }
wait_elements() { # SYSTEM COUNT: as long as some end within two minutes
  local had=-1 now quiet=$SECONDS
  while now=$(wc -l <"$WORK/ran.$1"); [ "$now" -lt "$2" ]; do
    [ "$now" -gt "$had" ] && { had=$now; quiet=$SECONDS; }
    [ $((SECONDS - quiet)) -gt 120 ] && { echo "$1 ran only $now of $2 elements" >>"$OUT/errors.log"; keep_evidence "$1"; return 1; }
    sleep 1
  done
}
array() { # SYSTEM COUNT
  local s=$1 n=$2 t0 t1 c0 c1 last
  element_body "$s"
  c0=$(cpu_of "$s"); t0=$EPOCHREALTIME
  as "$s" submit_array "$s" "$n" "$WORK/element.$s.sh" >/dev/null || { echo "$s refused an array of $n" >>"$OUT/errors.log"; return 1; }
  t1=$EPOCHREALTIME
  wait_elements "$s" "$n" && as "$s" wait_empty "$s" || return
  c1=$(cpu_of "$s")
  last=$(sort -k2,2n "$WORK/ran.$s" | awk 'END { print $2 }')
  [ "$(cut -d' ' -f1 "$WORK/ran.$s" | sort -u | wc -l)" = "$n" ] || echo "$s: not every one of $n elements ran exactly once" >>"$OUT/errors.log"
  note "array of $n: accepted in s" "$s" "$(minus "$t0" "$t1")"
  note "array of $n: elements/s" "$s" "$(awk -v n="$n" -v a="$t0" -v b="$last" 'BEGIN { printf "%.1f", n / (b - a) }')"
  note "array of $n: cpu ms/element" "$s" "$(awk -v n="$n" -v a="$c0" -v b="$c1" 'BEGIN { printf "%.2f", 1000 * (b - a) / n }')"
  note "array of $n: rss MB controller after" "$s" "$(rss "$(controller_pid "$s")")"
}
bag() { # COUNT COMMAND: in one job on all nodes, one task at a time on each; sets last, the end in seconds, and cost, the cpu
  local n=$1 folder=$WORK/bag.$1 c0 job
  c0=$(cpu_of pliant); t0=$EPOCHREALTIME
  job=$(as pliant "$ROOT/pliant" bag --folder="$folder" --range=1-"$n" --task-output=/dev/null --dir "$P" -N "$NODES" --ntasks-per-node=1 -- "$2") || return 1
  while [ -n "$("$ROOT/pliant" queue --dir "$P" --noheader -j "${job##* }")" ]; do sleep 1; done
  cost=$(minus "$c0" "$(cpu_of pliant)")
  last=$(cat "$folder"/passes/*/results.* | awk '{ end = $5 + $6 } end > last { last = end } END { printf "%.3f", last / 1000 }')
  [ "$(cut -d' ' -f1 "$folder"/passes/*/results.* | sort -un | wc -l)" = "$n" ] || echo "pliant: not every one of $n tasks of a bag has a result" >>"$OUT/errors.log"
}
bags() {
  local t0 t1 few=10000 many=1000000
  [ "$ELEMENTS" = 100000 ] || { many=$ELEMENTS; few=$((ELEMENTS < few ? ELEMENTS : few)); }
  [ "$PEER" = slurm ] && array slurm "$few" >/dev/null &&
  note "$few tasks of a script: tasks/s" slurm "$(awk -F'\t' -v k="array of $few: elements/s" '$1 == k && $2 == "slurm" { v = $3 } END { print v }' "$RESULTS")" &&
  note "$few tasks of a script: cpu ms/task" slurm "$(awk -F'\t' -v k="array of $few: cpu ms/element" '$1 == k && $2 == "slurm" { v = $3 } END { print v }' "$RESULTS")"
  printf '#!/bin/bash\necho "$PLIANT_BAG_TASK $EPOCHREALTIME" >> %s\n' "$WORK/ran.bag" >"$WORK/task.sh"; chmod +x "$WORK/task.sh"
  bag "$few" "$WORK/task.sh" || return
  note "$few tasks of a script: tasks/s" pliant "$(awk -v n="$few" -v a="$t0" -v b="$last" 'BEGIN { printf "%.1f", n / (b - a) }')"
  note "$few tasks of a script: cpu ms/task" pliant "$(awk -v n="$few" -v c="$cost" 'BEGIN { printf "%.3f", 1000 * c / n }')"
  rm -r "$WORK/bag.$few"
  bag "$many" /bin/true || return
  note "$many tasks /bin/true: tasks/s" pliant "$(awk -v n="$many" -v a="$t0" -v b="$last" 'BEGIN { printf "%.1f", n / (b - a) }')"
  note "$many tasks /bin/true: cpu ms/task" pliant "$(awk -v n="$many" -v c="$cost" 'BEGIN { printf "%.3f", 1000 * c / n }')"
  t0=$(cpu_of pliant); as pliant perl -e 'my $n = $ARGV[0]; for (2 .. $ARGV[1]) { last unless fork // die } for (1 .. $n) { my $p = fork // die; exec "/bin/true" unless $p; waitpid $p, 0 } 1 while wait > 0' 20000 "$(nproc)"; t1=$(cpu_of pliant)
  note "/bin/true in a bare loop: cpu ms/task" floor "$(awk -v a="$t0" -v b="$t1" -v n="$((20000 * $(nproc)))" 'BEGIN { printf "%.3f", 1000 * (b - a) / n }')"
}
million() { # an array that waits, since every node is taken
  local t0 t1 id
  block pliant
  note "array of 1000000: rss MB controller before" pliant "$(rss "$(controller_pid pliant)")"
  t0=$EPOCHREALTIME; id=$(submit_array pliant 1000000 "$WORK/nop.sh") || { echo "pliant refused an array of a million" >>"$OUT/errors.log"; return 1; }
  t1=$EPOCHREALTIME
  note "array of 1000000: accepted in s" pliant "$(minus "$t0" "$t1")"
  note "array of 1000000: rss MB controller after" pliant "$(rss "$(controller_pid pliant)")"
  pliant_of pliant cancel --dir "$P" "$id" >/dev/null 2>>"$OUT/errors.log"
  rm -f "$WORK/blocked"; wait_empty pliant; touch "$WORK/blocked"
}
kills() { # COUNT
  local n=$1 id part who w
  element_body pliant
  id=$(submit_array pliant "$n" "$WORK/element.pliant.sh") || return 1
  for part in 1 2 3; do # quarters of it that have started
    while [ "$(wc -l <"$WORK/ran.pliant")" -lt $((n * part / 4)) ]; do sleep 0.5; done
    case $part in 1) who=controllers ;; 2) who=nodes ;; 3) who='controllers nodes' ;; esac
    for w in $who; do pliant_json pliant "$w" pid | xargs kill -9; done
    echo "killed: $who, with $(wc -l <"$WORK/ran.pliant") of $n started" | tee -a "$OUT/machine.txt"
    pliant_of pliant up --dir "$P" >>"$OUT/pliant-up.log" 2>&1 || return 1
  done
  wait_elements pliant "$n" && wait_empty pliant || return
  note "array of $n, killed three times: distinct elements run" pliant "$(cut -d' ' -f1 "$WORK/ran.pliant" | sort -u | wc -l)"
  note "array of $n, killed three times: starts" pliant "$(wc -l <"$WORK/ran.pliant")"
  echo "results of $n: $(pliant_of pliant show --dir "$P" "$id" --json | perl -MJSON::PP -e 'local $/; print decode_json(<STDIN>)->{reason} // ""')" | tee -a "$OUT/machine.txt"
}
latency() { # SYSTEM cli|resident
  local s=$1 mode=$2 t0 i
  body "$s"; : >"$WORK/ran.$s"
  t0=$EPOCHREALTIME
  case $mode in
    cli) submit_cli "$s" "$WORK/body.$s.sh" >/dev/null 2>>"$OUT/errors.log" ;;
    resident) submit_resident "$s" 1 "$WORK/body.$s.sh" 1 ;;
  esac
  for i in $(seq 3000); do [ -s "$WORK/ran.$s" ] && break; sleep 0.002; done
  note "submit-to-start ms $mode" "$s" "$(awk -v a="$t0" 'NR == 1 { printf "%.1f", ($2 - a) * 1000 }' "$WORK/ran.$s")"
  wait_empty "$s"
}
block() { # a job that takes every node, so that nothing else starts
  local i
  case $1 in
    slurm) sbatch -Q --exclusive -N"$NODES" -o /dev/null "$WORK/block.sh" >/dev/null
      for i in $(seq 200); do squeue -h -t R | grep -q . && return; sleep 0.1; done ;;
    *) pliant_of "$1" submit --dir "$(folder_of "$1")" --exclusive -N"$NODES" -n"$NODES" -o /dev/null "$WORK/block.sh" >/dev/null
      for i in $(seq 200); do pliant_of "$1" queue --dir "$(folder_of "$1")" | grep -q ' R ' && return; sleep 0.1; done ;;
  esac
}
accept() { # SYSTEM HOW COUNT
  local s=$1 how=$2 n=$3 t0 t1
  t0=$EPOCHREALTIME
  case $how in
    cli) as "$s" submit_many "$s" "$n" "$WORK/nop.sh" ;;
    resident1) as "$s" submit_resident "$s" "$n" "$WORK/nop.sh" 1 ;;
    resident4) as "$s" submit_resident "$s" "$n" "$WORK/nop.sh" 4 ;;
  esac
  t1=$EPOCHREALTIME
  note "accepted/s $how" "$s" "$(awk -v n="$n" -v a="$t0" -v b="$t1" 'BEGIN { printf "%.1f", n / (b - a) }')"
}
queue_time() {
  local s=$1 t0 t1
  t0=$EPOCHREALTIME
  case $s in slurm) squeue ;; *) pliant_of "$s" queue --dir "$(folder_of "$s")" ;; esac >"$WORK/queue.out"
  t1=$EPOCHREALTIME
  note "queue s, all pending" "$s" "$(minus "$t0" "$t1")"
  note "queue lines" "$s" "$(wc -l <"$WORK/queue.out")"
}
turns() { # REPS FUNCTION...: both systems in each repetition, the order changes
  local reps=$1 i; shift
  for i in $(seq "$reps"); do
    if [ $((i % 2)) = 1 ]; then "$1" "$PEER" "${@:2}"; "$1" pliant "${@:2}"; else "$1" pliant "${@:2}"; "$1" "$PEER" "${@:2}"; fi
  done
}
floor() {
  local i r t0 t1
  body floor
  for r in $(seq "$REPS"); do
    : >"$WORK/ran.floor"; t0=$EPOCHREALTIME
    for i in $(seq "$JOBS"); do SLURM_JOB_ID=$i "$WORK/body.floor.sh"; done
    t1=$EPOCHREALTIME; note "floor jobs/s, one loop" floor "$(awk -v n="$JOBS" -v a="$t0" -v b="$t1" 'BEGIN { printf "%.1f", n / (b - a) }')"
    t0=$EPOCHREALTIME; seq "$JOBS" | SLURM_JOB_ID=1 xargs -P "$(nproc)" -n 1 "$WORK/body.floor.sh"; t1=$EPOCHREALTIME
    note "floor jobs/s, a loop per cpu" floor "$(awk -v n="$JOBS" -v a="$t0" -v b="$t1" 'BEGIN { printf "%.1f", n / (b - a) }')"
  done
}
rss() { awk '/VmRSS/ { printf "%.1f", $2 / 1024 }' "/proc/$1/status"; }
controller_pid() { case $1 in slurm) cat "$WORK/slurm/run/slurmctld.pid" ;; *) pliant_json "$1" controllers pid | head -1 ;; esac; }
idle() {
  local c0 c1 s one=$WORK/one
  sleep 10
  for s in $PEER pliant; do
    note "rss MB controller, $NODES nodes" $s "$(rss "$(controller_pid $s)")"
    [ $s = slurm ] || note "rss MB agent of all $NODES nodes" $s "$(rss "$(pliant_json $s nodes pid | head -1)")"
  done
  [ "$PEER" = slurm ] && note "rss MB one node agent" slurm "$(rss "$(cat "$WORK/slurm/run/slurmd.n0.pid")")"
  for s in $PEER pliant; do c0=$(cpu_of $s); sleep 20; c1=$(cpu_of $s); note "idle cpu, share of one" $s "$(awk -v a="$c0" -v b="$c1" 'BEGIN { printf "%.4f", (b - a) / 20 }')"; done
  P=$one
  pliant_of pliant up --dir "$one" --controllers 1 --nodes 1 >/dev/null 2>>"$OUT/errors.log" && sleep 15 &&
    note "rss MB one node agent" pliant "$(rss "$(pliant_json pliant nodes pid | head -1)")" &&
    note "rss MB controller, 1 node" pliant "$(rss "$(controller_pid pliant)")"
  pliant_of pliant down --dir "$one" >/dev/null 2>&1
  P=$WORK/cluster
}
wants() { case ,$ONLY, in *,$1,*) return 0 ;; esac; return 1; }

need
[ "$PEER" = slurm ] && { gcc -O2 -o "$WORK/submit" "$HERE/slurm/submit.c" -lslurm || exit 1; }
printf '#!/bin/bash\nexit 0\n' >"$WORK/nop.sh"; touch "$WORK/blocked"
printf '#!/bin/bash\nwhile [ -e %s ]; do sleep 1; done\n' "$WORK/blocked" >"$WORK/block.sh"; chmod +x "$WORK/nop.sh" "$WORK/block.sh"
for s in pliant ${BEFORE:+before}; do pliant_of $s version >/dev/null || exit 1; done
{
  echo "date $(date -u +%FT%TZ)"
  echo "commit $(git -C "$ROOT" rev-parse --short HEAD 2>/dev/null)"
  echo "cpus $(nproc), memory $(awk '/MemTotal/ { printf "%.0f GB", $2 / 1048576 }' /proc/meminfo), kernel $(uname -r)"
  case $PEER in
    slurm) slurmd -V 2>/dev/null || slurmd-wlm -V ;;
    before) echo "beside commit $(git -C "$BEFORE" rev-parse --short HEAD 2>/dev/null)" ;;
  esac
  echo "jdk $("$ROOT/libexec/find-jdk.sh")"
  echo "controllers of Pliant $CONTROLLERS, nodes $NODES, jobs $JOBS, repetitions $REPS, pending $PENDING"
  echo "load at start $(cut -d' ' -f1-3 /proc/loadavg)"
} | tee "$OUT/machine.txt"
echo "starting both"
case $PEER in slurm) slurm_up ;; before) pliant_up before ;; esac || exit 1
pliant_up pliant || exit 1
# A scheduler runs for months, so both are measured warm (file caches of both, the just-in-time compiler of one); how they are just after
# their start is measured once.
wants throughput && { echo "first jobs"; for s in $PEER pliant; do throughput $s resident 'resident, just started'; done; }
cp "$RESULTS" "$WORK/kept"; J=$JOBS; JOBS=$WARM
for s in $PEER pliant; do throughput $s resident warm-up; done >/dev/null
JOBS=$J; cp "$WORK/kept" "$RESULTS"

wants idle && { echo idle; idle; }
wants floor && { echo floor; floor; }
wants latency && { echo latency; turns $((REPS * 4)) latency cli; turns $((REPS * 4)) latency resident; }
wants throughput && { echo throughput; turns "$REPS" throughput resident; turns "$REPS" throughput cli; [ "$PEER" = slurm ] && for i in $(seq "$REPS"); do throughput slurm array; done; }
wants array && {
  echo array
  few=$((ELEMENTS < 10000 ? ELEMENTS : 10000))
  turns 1 array "$few"
  [ "$ELEMENTS" -gt "$few" ] && array pliant "$ELEMENTS"
  million
}
wants bag && { echo bag; bags; }
wants kills && { echo kills; kills "$ELEMENTS"; }
if wants accept || wants queue; then
  echo accept
  for s in $PEER pliant; do block $s; done
  if wants accept; then turns "$REPS" accept cli 200; turns "$REPS" accept resident1 400; turns "$REPS" accept resident4 400; fi
  if wants queue; then
    for s in $PEER pliant; do
      left=$((PENDING - $(queue_lines $s)))
      [ $left -gt 0 ] && submit_resident $s "$left" "$WORK/nop.sh" 4
    done
    echo queue
    turns "$REPS" queue_time
    for s in $PEER pliant; do note "rss MB controller, $PENDING pending" $s "$(rss "$(controller_pid $s)")"; done
  fi
fi
echo "load at end $(cut -d' ' -f1-3 /proc/loadavg)" >>"$OUT/machine.txt"
"$HERE/table.pl" "$OUT" | tee "$OUT/table.txt"
[ -s "$OUT/errors.log" ] && { echo "errors, see $OUT/errors.log:"; head -5 "$OUT/errors.log"; }
echo "results in $OUT"
