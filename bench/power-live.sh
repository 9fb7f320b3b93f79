#!/usr/bin/env bash
# The power scenario of the adaptive Slurm on a live cluster: 14 emulated nodes, 20 jobs of real programs (Pi and heat in turn, one every
# 2 s), the corridor 1700-2500 W, then 1000-1700 W, then 2500-3500 W. Static backfill, redistribution of running jobs, and with waiting jobs.
#
#   bench/power-live.sh [--built] [--policies easy,power-aware-running,power-aware] [--each SECONDS] [--work SECONDS]
#
# --each: time between two changes of the bounds (60); --work: node-seconds of a Pi job, and the seconds of a heat job on its launch size
# times that size (120). Writes target/bench/power-live/: a folder for each policy with watts.csv (a sample each second) and chart.txt, and table.md.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
built=no policies=easy,power-aware-running,power-aware each=60 work=120
while [ $# -gt 0 ]; do
  case $1 in
    --built) built=yes ;;
    --policies) policies=$2; shift ;;
    --each) each=$2; shift ;;
    --work) work=$2; shift ;;
    *) echo "Expected --built, --policies, --each or --work, but got '$1'." >&2; exit 2 ;;
  esac
  shift
done
[ $built = yes ] || mvn -B -q -Dquickly package
java=$(libexec/find-jdk.sh)/bin/java
out=$PWD/target/bench/power-live
rm -rf "$out"
mkdir -p "$out"
home=
trap '[ -z "$home" ] || { ./pliant down --dir "$home" > /dev/null 2>&1 || :; rm -rf "$home"; }' EXIT

job() { # number of the job: odd ones compute Pi, even ones solve the heat equation
  local kind=heat size=$((1 + ($1 * 7 + 3) % 4))
  [ $(($1 % 2)) = 0 ] || kind=pi
  local program="Heat --rows 60 --steps $((work * 4 / size)) --step-ms 250" watts=250
  [ $kind = heat ] || { program="Pi --batches $((work * 4)) --points 1000 --step-ms 250"; watts=170; }
  cat > "$home/$1.sh" << SCRIPT
#!/bin/bash
#PLIANT -J $kind -N $size --min-nodes=1 --max-nodes=14 -o /dev/null -D $home -t 60
#PLIANT --power-min=$((watts - 10)) --power-max=$((watts + 10))
srun $java -Xmx32m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -cp '$PWD/target/dist/imp/*' io.pliant.imp.examples.$program
SCRIPT
  ./pliant submit --quiet --parsable --dir "$home" "$home/$1.sh" > /dev/null
}

bounds() { ./pliant power set --dir "$home" --lower "$1" --upper "$2"; }

run() { # policy
  home=$(mktemp -d)
  local partition="main:*:$1:71/150-250" resizable=
  ./pliant up --dir "$home" --emulate 14 --cpus-per-node 1 --memory-per-node 1024 --partition "$partition" \
    --set node.power.sensor=emulated --set node.power.emulated.idle=71 --set node.power.emulated.busy=200 \
    --set node.power.emulated.jobs.pi=170 --set node.power.emulated.jobs.heat=250 > /dev/null
  bounds 1700 2500
  local start i
  start=$(date +%s)
  for i in $(seq 20); do
    job "$i"
    sleep 2
  done
  sleep $((start + each > $(date +%s) ? start + each - $(date +%s) : 0))
  bounds 1000 1700
  sleep "$each"
  bounds 2500 3500
  while [ "$(./pliant queue --dir "$home" -h | wc -l)" -gt 0 ] && [ $(($(date +%s) - start)) -lt $((each * 2 + work * 20)) ]; do
    sleep 2
  done
  mkdir -p "$out/$1"
  ./pliant power --dir "$home" --csv "$out/$1/watts.csv"
  COLUMNS=150 ./pliant power --dir "$home" --once --span $(($(date +%s) - start)) > "$out/$1/chart.txt"
  ./pliant history --dir "$home" --json > "$out/$1/jobs.json"
  for i in $(seq 20); do ./pliant show --dir "$home" "$i"; done > "$out/$1/show.txt" 2>&1
  cp "$home"/log/c1.log "$out/$1/"
  ./pliant down --dir "$home" > /dev/null
  rm -rf "$home"
  home=
}

echo "load at the start: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) cores"
for policy in ${policies//,/ }; do
  echo "== $policy"
  run "$policy"
  cat "$out/$policy/chart.txt"
done
perl bench/power-live.pl "$out" ${policies//,/ } | tee "$out/table.md"
echo "load at the end: $(cut -d' ' -f1-3 /proc/loadavg)"
