#!/bin/bash
# Makes docs/results anew: policies compared on the ESP mix and on real logs. About ten minutes; `bench/results.sh esp` takes seconds.
set -u
home=$(cd -P -- "${BASH_SOURCE[0]%/*}/.." && pwd) || exit 1
results=$home/docs/results
traces=$home/sim/src/test/resources/traces
mkdir -p "$results"
tables=$(mktemp -d) || exit 1
trap 'rm -rf "$tables"' EXIT

esp() {
  "$home/pliant" sim compare --esp --markdown "$tables/esp.md" --svg "$results/esp.svg" >/dev/null || exit 1
  {
    cat <<'TEXT'
# Policies on the ESP mix

Made by `bench/results.sh esp`, that is `pliant sim compare --esp --markdown FILE --svg docs/results/esp.svg`; add `--html FILE` for a report with the nodes over time.
The workload is described in `EspMix`: 14 types, 230 jobs, 32 nodes, one submission every 30 s in a seeded order; five seeds, the same jobs for every policy.
Speed-up by Amdahl's law with a serial share of 5, 2, 1, 0.5 or 0.1 % drawn for each job. Where jobs run on fewer nodes than they prefer they do less
work in all, so the lower bound holds for rigid jobs only. All policies but `easy` and `elastic` are strictly first come, first served. Estimates are the run times.

![makespan, mean response and mean wait](esp.svg)

TEXT
    cat "$tables/esp.md"
    cat <<'TEXT'

## Reading

* `performance-aware` is better than `fpsma` in the means of all three figures from 20 % malleable jobs on: the paper's effect shows. It comes from the speed-ups: a
  communication-bound job loses little by giving nodes and gains little by taking them.
* Both lose to `easy` in the mean at shares up to 60 %, as the paper found for one share: strict first come, first served leaves nodes idle before a wide rigid head.
* `elastic` is not worse than any of them in the means at any share. Single seeds where it is are listed ("worse pairs"): what is left are makespans at small shares,
  which one late wide job decides, and differences of a few per cent.
* `equipartition` admits every malleable head on its least size and then treats all alike, so wide jobs crawl on a few nodes: without a bound on admission it is worse than rigid EASY.
TEXT
  } >"$results/esp.md"
}

logs() {
  "$home/pliant" sim compare --trace "$traces/KTH-SP2-1996-2.swf.gz" --seeds 1,2,3 --resize-base 10 --resize-per-gb 1 \
    --markdown "$tables/kth.md" --svg "$results/kth.svg" >/dev/null || exit 1
  "$home/pliant" sim compare --trace "$traces/HPC2N-2002-2.1-cln.swf.gz" --seeds 1 --resize-base 10 --resize-per-gb 1 \
    --policies easy,easy-sjbf,fpsma,performance-aware,elastic --markdown "$tables/hpc2n.md" --svg "$results/hpc2n.svg" >/dev/null || exit 1
  {
    cat <<'TEXT'
# Policies on real logs with malleable jobs

Made by `bench/results.sh logs`, that is `pliant sim compare --trace LOG --resize-base 10 --resize-per-gb 1 ...`. A seeded share of the jobs is made malleable
(`MalleableTrace`): preferred size = width of the log, least and largest by efficiency (0.95 and 0.5) under Amdahl's law, parallel share 0.95 to 0.9999,
half a gigabyte for each processor. Estimates are the users'. `easy` is the true one: its schedule at 0 % is the published one, job for job.
The makespan of a log is fixed by its last jobs, so it says little.

## KTH-SP2

![makespan, mean response and mean wait](kth.svg)

TEXT
    cat "$tables/kth.md"
    printf '\n## HPC2N\n\n![makespan, mean response and mean wait](hpc2n.svg)\n\n'
    cat "$tables/hpc2n.md"
  } >"$results/traces.md"
}

case ${1:-all} in
  esp) esp ;;
  logs) logs ;;
  all) esp && logs ;;
  *) echo "Expected esp, logs or nothing, but got '$1'." >&2; exit 2 ;;
esac
