#!/bin/bash
# Speed of the simulator: simulation only, reading of the log apart, on one core.
#
#   bench/sim.sh [FOLDER]     FOLDER holds logs in the Standard Workload Format (default: those of the tests)
#   bench/sim.sh --large      ten million synthetic jobs, 4096 processors: time and memory
#
# Each figure is the median of 15 simulations in one process after one second of warming up (5 for --large).
set -u
home=$(cd -P -- "${BASH_SOURCE[0]%/*}/.." && pwd) || exit 1
pin=()
type -P taskset >/dev/null && pin=(taskset -c 0)
field() { sed -n "s/^ *\"$1\" : \"\{0,1\}\([^\",]*\)\"\{0,1\},*$/\1/p" <<<"$2"; }

if [[ ${1:-} == --large ]]; then
  log=$(mktemp) || exit 1
  trap 'rm -f "$log"' EXIT
  echo "writing ten million jobs ..."
  awk 'BEGIN { srand(7); print "; MaxProcs: 4096"; t = 0
    for (i = 1; i <= 10000000; i++) { t += int(rand() * 30); r = int(exp(rand() * 10)) + 1; w = 2 ^ int(rand() * rand() * 9)
      printf "%d %d -1 %d %d -1 -1 %d %d -1 1 %d 1 -1 1 -1 -1 -1\n", i, t, r, w, w, int(r * (1 + 4 * rand())) + 1, i % 97 } }' >"$log"
  "${pin[@]}" "$home/pliant" sim --trace "$log" --policy easy --repeat 5 --json >"$log.json" &
  pid=$! peak=0
  while kill -0 $pid 2>/dev/null; do
    now=$(awk '/VmHWM/ { print $2 }' "/proc/$pid/status" 2>/dev/null)
    [[ -n $now ]] && peak=$now
    sleep 0.5
  done
  wait $pid || exit 1
  result=$(<"$log.json")
  rm -f "$log.json"
  printf '%s jobs, EASY: %s s, %s jobs/s, peak memory of the process %d MB\n' \
    "$(field jobs "$result")" "$(field simulationSeconds "$result")" "$(field jobsPerSecond "$result")" $((peak / 1024))
  exit 0
fi

folder=${1:-$home/sim/src/test/resources/traces}
printf '%-28s %-13s %9s %12s %12s  %s\n' log policy jobs seconds jobs/s digest
for log in "$folder"/*.swf.gz; do
  [[ $log == *peer* ]] && continue
  procs=()
  [[ $log == *CEA-Curie* ]] && procs=(--procs 80640)
  for policy in fcfs easy easy-sjbf; do
    result=$("${pin[@]}" "$home/pliant" sim --trace "$log" --policy $policy "${procs[@]}" --repeat 15 --json) || exit 1
    name=${log##*/}
    printf '%-28s %-13s %9s %12.4f %12s  %s\n' "${name%.swf.gz}" $policy "$(field jobs "$result")" \
      "$(field simulationSeconds "$result")" "$(field jobsPerSecond "$result")" "$(field digest "$result")"
  done
done
