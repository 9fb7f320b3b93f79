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
  "$home/pliant" sim compare --esp --seeds "$(seq -s, 1000 1019)" --markdown "$tables/fresh.md" >/dev/null || exit 1
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

## Seeds that had no part in the tuning

The constants of `elastic` (fairness floor, dwell time, worth of a shrink, jobs helped) were chosen among some hundred settings by the five seeds above, so the table above
flatters it. These are twenty other seeds (1000 to 1019), run once with the constants fixed:

TEXT
    cat "$tables/fresh.md"
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

psp() {
  {
    cat <<'TEXT'
# Priority by accuracy of estimates (PSP)

Made by `bench/results.sh psp`, that is `pliant sim psp` (six scenarios, four workloads each) and `pliant sim psp --trace LOG`. Mean wait in minutes (number of
jobs) by the class that the job's user had when it was submitted, a1 the worst estimates, a5 the best; users without history are in a3. The policy is EASY;
only the order of the queue differs. "with age": a job of the lowest class that has waited 14 days stands level with a fresh one of the highest.

TEXT
    "$home/pliant" sim psp || exit 1
    echo
    echo "Real logs:"
    echo
    "$home/pliant" sim psp --trace "$traces/KTH-SP2-1996-2.swf.gz" || exit 1
    "$home/pliant" sim psp --trace "$traces/HPC2N-2002-2.1-cln.swf.gz" | sed 1,2d
    cat <<'TEXT'

The paper's table (Rocchetti et al., table 3; minutes), whose machine, arrivals and run times are not given, so that only the order can be compared:

| scenario | a1 | a2 | a3 | a4 | a5 |
|---|---:|---:|---:|---:|---:|
| BE | 820 | | | | |
| GE | | | | | 796 |
| CF | 1093 | 638 | 519 | 450 | |
| CFG | 1489 | 986 | 759 | 706 | 517 |
| DI | | 1030 | 805 | 534 | 424 |
| HDI | 1092 | 838 | 781 | 510 | 484 |

## Reading

* In CF, CFG and HDI the wait falls from class to class, as in the paper, with the age factor.
* The load of the machine (0.8) was chosen after looking: the paper gives none, and at 0.8 the waits of BE and GE come near its own. At loads of 1.0 and 0.9 the
  order in CF with age was not strict in a4 and a5, which have few jobs, and DI failed as it does here.
* In DI it does not: all users improve, so jobs of the low classes are those of the first days, when the machine is still empty. The rows "by submission" show
  that without any PSP; against them the waits of a1 to a5 change by +55, +45, +14, -16 and -58 %, so the order of the gains holds.
* Without age the lowest class starves: the longest wait in a1 is up to six times as long. The age factor bounds it, and costs the high classes some of their gain.
* On the real logs the two good classes gain (KTH a5: 124 to 33 min; HPC2N a4 and a5: a third) and the low ones pay, but the waits do not fall strictly from class to
  class: EASY helps short requests whatever the order, and users differ in more than their estimates.
TEXT
  } >"$results/psp.md"
}

case ${1:-all} in
  esp) esp ;;
  logs) logs ;;
  psp) psp ;;
  all) esp && logs && psp ;;
  *) echo "Expected esp, logs, psp or nothing, but got '$1'." >&2; exit 2 ;;
esac
