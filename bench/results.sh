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
  "$home/pliant" sim compare --esp --seeds "$(seq -s, 4000 4019)" --markdown "$tables/fresh.md" >/dev/null || exit 1
  {
    cat <<'TEXT'
# Policies on the ESP mix

Made by `bench/results.sh esp`, that is `pliant sim compare --esp --markdown FILE --svg docs/results/esp.svg`. Add
`--html FILE` for a report with the nodes over time. The workload is described in `EspMix`: 14 types, 230 jobs, 32
nodes, one submission every 30 s in a seeded order. There are five seeds, and the same jobs for every policy. Speed-up
by Amdahl's law with a serial share of 5, 2, 1, 0.5 or 0.1 % drawn for each job. Where jobs run on fewer nodes than
they prefer they do less work in all, so the lower bound holds for rigid jobs only. All policies but `easy` and
`elastic` are strictly first come, first served. Estimates are the run times.

![makespan, mean response and mean wait](esp.svg)

TEXT
    cat "$tables/esp.md"
    cat <<'TEXT'

## Reading

* `performance-aware` is better than `fpsma` in the means of all three figures from 20 % malleable jobs on: the
  paper's effect shows. It comes from the speed-ups: a communication-bound job loses little by giving nodes and gains
  little by taking them.
* Both lose to `easy` in the mean at shares up to 60 %, as the paper found for one share. Strict first come, first
  served leaves nodes idle before a wide rigid head.
* `elastic` is not worse than `easy`, `fpsma` or `performance-aware` in the means at any share. Single seeds where it
  is are listed ("worse pairs"). What is left are makespans at small shares, which one late wide rigid job decides.
* `equipartition` is worse than `elastic` up to 60 %. From 80 % on it is the better one in makespan, by up to 1 %.
  Where all jobs are malleable it is so in response and wait, too (3.0 and 8.5 %). It admits every head on its least
  size, keeps no promise to anybody and no fairness floor.

## Seeds that had no part in the tuning

The constants of `elastic` (fairness floor, dwell time, jobs helped) were chosen among some hundred settings by the
five seeds above. So the table above flatters it. The rule that only standing still counts as a loss of givers was
found on the seeds 2000 to 2019. These are twenty other seeds (4000 to 4019), which had no part in either:

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

Made by `bench/results.sh logs`, that is `pliant sim compare --trace LOG --resize-base 10 --resize-per-gb 1 ...`. A
seeded share of the jobs is made malleable (`MalleableTrace`). Their preferred size is the width of the log. Least and
largest are by efficiency (0.95 and 0.5) under Amdahl's law, with a parallel share of 0.95 to 0.9999. There is half a
gigabyte for each processor. Estimates are the users'. `easy` is the true one: its schedule at 0 % is the published
one, job for job. The makespan of a log is fixed by its last jobs, so it says little.

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

Made by `bench/results.sh psp`, that is `pliant sim psp` (six scenarios, four workloads each) and
`pliant sim psp --trace LOG`. Mean wait in minutes by class, a1 the worst estimates, a5 the best; in brackets how
many. The policy is EASY; only the order of the queue differs.

* Rows "jobs": each job in the class that its user had when it was submitted; users without history are in a3.
* Rows "users": the mean wait of each user in the class where the user is at the end. The paper counts so.
* "with age": a job of the lowest class that has waited 14 days stands level with a fresh one of the highest.

TEXT
    "$home/pliant" sim psp || exit 1
    cat <<'TEXT'

The same with 40 workloads of each scenario in place of four (seeds 1 to 40; nothing was chosen by seeds 5 to 40):

TEXT
    "$home/pliant" sim psp --seeds "$(seq -s, 1 40)" || exit 1
    printf '\nReal logs:\n\n'
    "$home/pliant" sim psp --trace "$traces/KTH-SP2-1996-2.swf.gz" || exit 1
    "$home/pliant" sim psp --trace "$traces/HPC2N-2002-2.1-cln.swf.gz" | sed 1,2d
    "$home/pliant" sim psp --trace "$traces/CEA-Curie-2011-2.1-cln.swf.gz" | sed 1,2d
    cat <<'TEXT'

The paper's table (Rocchetti et al., table 3) follows, in minutes. It has the "average waiting time per user", each
user in the class at the end of the simulation. Machine, arrivals and run times are not given, so only the order can
be compared:

| scenario | a1 | a2 | a3 | a4 | a5 |
|---|---:|---:|---:|---:|---:|
| BE | 820 | | | | |
| GE | | | | | 796 |
| CF | 1093 | 638 | 519 | 450 | |
| CFG | 1489 | 986 | 759 | 706 | 517 |
| DI | | 1030 | 805 | 534 | 424 |
| HDI | 1092 | 838 | 781 | 510 | 484 |

## Reading

* **Does more accuracy mean less wait?** By the paper's own measure (users, with age, 40 workloads) strictly so in CF,
  CFG and DI. In HDI it is so but for a3 and a4 (593 and 666 min). Those who are in a4 at the end are mostly learners,
  who were in the low classes for half of their jobs. Their jobs wait longer even in order of submission (702 and
  767). By the class at submission HDI falls strictly, too. With four workloads single classes of few users swap.
* **By the class at submission DI fails.** All users improve, so jobs of the low classes are those of the first days,
  when the machine is still empty. The row "by submission" rises from a1 to a5 without any PSP. That is why the
  paper's classes are those at the end; ours are the same four, a2 to a5.
* **Starvation.** Without age the lowest class starves. Its longest wait in CF, CFG and HDI is two to four times that
  by submission; in DI one job waits 74347 minutes. With age it is bounded: after 14 days (20160 minutes) no fresh job
  passes it, and the rest is the queue before it. That costs the high classes some of their gain.
* **Chosen after looking:** the load of the machine (0.8). The paper gives none, and at 0.8 the waits of BE and GE
  come near its own. At loads of 1.0 and 0.9 the order by class at submission in CF with age is not strict. That is in
  a4 and a5, which have few jobs. How often each user submits is not given either; here all alike.
* **Real logs.** How each class's wait differs from that by submission falls from class to class on Curie, and nearly
  so on the others. For jobs, with age, that is +33, +11, -24, -61, -74 % on Curie. On KTH it is +31, +32, +8, -22,
  -73 %, on HPC2N +15, +37, -1, -34, -37 %. The waits themselves do not fall strictly. EASY helps short requests
  whatever the order, users differ in more than their estimates, and by submission a1 waits least on all three.
TEXT
  } >"$results/psp.md"
}

# The part from "Live" on was measured, and stays.
power() {
  local measured
  measured=$(sed -n '/^## Live/,$p' "$results/power.md")
  "$home/pliant" sim power --markdown "$tables/power.md" --svg "$results/power.svg" >/dev/null || exit 1
  {
    cat <<'TEXT'
# The power corridor

Made by `bench/results.sh power`, that is `pliant sim power --markdown FILE --svg docs/results/power.svg` in the
simulator. Add `--html FILE` for a report with the nodes over time, `--csv FILE` for the watts. Nothing here was
measured on hardware; [live](#live) is on emulated meters.

**Scenario** (Chadha, John and Gerndt 2020, section VI-C; `PowerScenario`): 14 nodes and 20 jobs, Pi (170 W a node)
and heat (250 W) in turn. One job comes every 2 s, launched on 1 to 4 nodes; all are malleable from 1 to 14. An idle
node draws 71 W. The corridor is 1700 to 2500 W, then 1000 to 1700 W, then 2500 to 3500 W, unannounced. The paper
leaves three things open:

* when the bounds change: here at 300 and 600 s;
* how long jobs run: here 600 node-seconds each;
* what a resize costs: here 2 s + 0.1 s a node, during which all nodes held draw full power.

Users declare 10 W a node less and more than is drawn; real watts are known a second after the start.

**Scenario 1** of the paper is `easy` (static backfill), **2** is `power-aware-running` (redistribution of running
jobs only), **3** is `power-aware` (with waiting jobs). `elastic` is our own policy with the corridor.

![power over time, the corridor in green](power.svg)

TEXT
    cat "$tables/power.md"
    cat <<'TEXT'

"Avoidable" is a violation while there were sizes of the running and waiting jobs that keep the bounds. That is told
by an oracle that lists every reachable sum of watts and shares nothing with the solver. "Settled": seconds from each
change of the bounds until the power was within them; "never" means not before the next change.

Other launch sizes (seeds 2 to 5):

| seed | policy | violations | s outside | avoidable violations | avoidable s | longest avoidable s | settled after each change, s | most over W | energy MJ | makespan s | resizes |
|---:|---|---:|---:|---:|---:|---:|---|---:|---:|---:|---:|
TEXT
    for seed in 2 3 4 5; do
      "$home/pliant" sim power --seed "$seed" | sed -n "3,\$s/^/| $seed /p" || exit 1
    done
    cat <<'TEXT'

## Reading

* **Scenario 3 has no violation after the settle time.** On all five seeds that time is 0 s for the first and the
  third bounds, 2.6 s for the second. The latter is 2 s, and 0.1 s for each of the six nodes that the running jobs
  give. Once, with seed 5, the end of a job leaves a gap of 1.3 s. What is outside the corridor besides cannot be
  avoided. The last jobs of the run are Pi, and a machine of Pi alone draws 2380 W at most; or nothing is left to run.
  In the table such seconds count as outside, but not as avoidable.
* **Scenario 2 shows both infeasible cases of the paper.** When the corridor falls, more jobs run than the upper bound
  has room for at one node each. With seed 1 that is 783 W too much for all of the 300 s; with seeds 2, 3 and 5 until
  jobs have ended. When it rises and only Pi runs, no sizes of running jobs reach 2500 W, while a heat job waits. That
  lasts 309 s with seed 1 and 518 s with seed 3.
* Scenario 3 does not fall into the first of these traps, since it starts few jobs and makes them large. The objective
  is few idle nodes, not many jobs.
* **Scenario 1** never settles after the corridor has fallen. With seeds 1 and 5 its makespan is the best, as the
  paper found. With the others it is not, since jobs of 1 to 4 nodes leave nodes idle at the end.
* Overshoot is what the jobs draw at the moment in which the corridor falls. An announced change (`--announced`) makes
  policies hold starts that could not be kept, but they do not shrink ahead of it yet.
* `elastic` keeps the corridor as well, with more resizes and 2 % more time.

TEXT
    printf '%s\n' "$measured"
  } >"$results/power.md"
}

case ${1:-all} in
  esp) esp ;;
  logs) logs ;;
  psp) psp ;;
  power) power ;;
  all) esp && logs && psp && power ;;
  *) echo "Expected esp, logs, psp, power or nothing, but got '$1'." >&2; exit 2 ;;
esac
