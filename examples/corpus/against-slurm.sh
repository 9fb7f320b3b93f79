#!/usr/bin/env bash
# What real Slurm says of each script of this folder: a line of its name and the job's nodes, tasks, cpus for each task and
# minutes, or "refused". Needs Debian's slurm-wlm and munge. Nothing runs: jobs are held, looked at and cancelled.
set -u
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
BENCH=$HERE/../../bench/slurm
export EXTRA="GresTypes=gpu,lscratch
Licenses=matlab:10,scratch:10,home:10
NodeName=n[001-008] NodeAddr=127.0.0.1 Port=18001-18008 CPUs=64 Sockets=2 CoresPerSocket=32 ThreadsPerCore=1 RealMemory=256000 TmpDisk=100000 Gres=gpu:a100:8,lscratch:1000 Feature=a100,v100,skylake,haswell,ib,ssd,rack1 State=UNKNOWN
PartitionName=main Nodes=n[001-008] MaxTime=INFINITE DefaultTime=60 State=UP"
export SELECT_PARAMS=CR_CPU_Memory
"$BENCH/up.sh" 1 > /dev/null || exit 1
trap '"$BENCH/down.sh" > /dev/null' EXIT
. "${TMPDIR:-/tmp}/slurm-bench.current/env"
PATH=/usr/bin:$PATH
cd "$HERE" || exit 1
for script in *-[0-9]*.sh; do
  said=$(sbatch -p main --hold --begin=now+10hours --parsable "$script" 2>&1 < /dev/null)
  id=$(tail -n 1 <<< "$said" | sed -n 's/^\([0-9]*\).*/\1/p')
  if [[ $id ]]; then
    scontrol -o show job "$id" | head -n 1 | perl -ne '
      BEGIN { $name = shift }
      my ($nodes) = / NumNodes=(\d+)/; my ($tasks) = / NumTasks=(\d+)/; my ($cpus) = m{ CPUs/Task=(\d+)};
      my ($days, $hours, $minutes) = / TimeLimit=(?:(\d+)-)?(\d+):(\d+):/;
      my $time = / TimeLimit=UNLIMITED/ ? "unlimited" : ($days // 0) * 1440 + $hours * 60 + $minutes;
      print "$name\tnodes=$nodes tasks=$tasks cpus=$cpus minutes=$time\n"' "$script"
    scancel "$id"
  else
    printf '%s\trefused\n' "$script"
  fi
done
