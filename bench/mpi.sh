#!/usr/bin/env bash
# Time from start to exit of an MPI program by srun, beside its library's own launcher on this machine, in turn.
#
#   bench/mpi.sh [--runs N] [RANKS...]     default 5 runs each of 1 2 8 32 128 ranks
#
# A cluster of four emulated nodes is started and stopped; srun spreads ranks evenly over them. The launchers start all
# ranks on this host: hydra with the nodes as names that it forks for, mpirun oversubscribed. A line for each number of
# ranks: median and extremes in milliseconds. Needs mpich, libmpich-dev, openmpi-bin, libopenmpi-dev and gcc. Ranks wait
# by spinning, so times beyond a few ranks a core say more of the host than of the launcher; the ratio holds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
runs=5
[[ ${1:-} == --runs ]] && { runs=$2; shift 2; }
sizes=("$@")
[[ ${#sizes[@]} -gt 0 ]] || sizes=(1 2 8 32 128)
for tool in mpicc.mpich mpiexec.mpich mpicc.openmpi mpirun.openmpi; do
  command -v $tool >/dev/null || { echo "Expected $tool: apt-get install mpich libmpich-dev openmpi-bin libopenmpi-dev gcc" >&2; exit 1; }
done

folder=$(mktemp -d)
export PLIANT_HOME=$folder/cluster PATH=$root/libexec/slurm:$PATH
stop() { "$root/pliant" down >/dev/null 2>&1 || true; rm -rf "$folder"; }
trap stop EXIT
"$root/pliant" up --controllers 1 --nodes 0 --emulate 4 --cpus-per-node 64 >/dev/null
cd "$folder"
for library in mpich openmpi; do mpicc.$library -O1 -o world.$library "$root/node-runtime/src/test/c/world.c"; done

own() { # LIBRARY RANKS
  case $1 in
    mpich) mpiexec.mpich -launcher fork -hosts n001,n002,n003,n004 -ppn $((($2 + 3) / 4)) -n "$2" ./world.mpich ;;
    openmpi) OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun.openmpi --oversubscribe -n "$2" ./world.openmpi ;;
  esac
}
ours() { # LIBRARY RANKS
  srun -N "$(($2 < 4 ? $2 : 4))" -n "$2" ./world."$1"
}
once() { # WHO LIBRARY RANKS: milliseconds
  local begun=${EPOCHREALTIME/./} lines
  lines=$("$@" 2>errors | grep -c ' sum ') || { cat errors >&2; return 1; }
  [[ $lines == "$3" ]] || { echo "Expected $3 lines of $*, but got $lines." >&2; cat errors >&2; return 1; }
  echo $(((${EPOCHREALTIME/./} - begun) / 1000))
}
middle() { sort -n | awk '{ v[NR] = $1 } END { printf "%d (%d-%d)", v[int((NR + 1) / 2)], v[1], v[NR] }'; }

echo "processors: $(nproc), load before: $(cut -d' ' -f1 /proc/loadavg)"
printf '%-8s %6s  %-24s %-24s\n' library ranks 'srun, ms' 'own launcher, ms'
for library in mpich openmpi; do
  for ranks in "${sizes[@]}"; do
    : >a; : >b
    for ((i = 0; i < runs; i++)); do
      once ours $library "$ranks" >>a
      once own $library "$ranks" >>b
    done
    printf '%-8s %6s  %-24s %-24s\n' $library "$ranks" "$(middle <a)" "$(middle <b)"
  done
done
