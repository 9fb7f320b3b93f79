#!/usr/bin/env bash
# Latency between two ranks by srun and by the library's own launcher, on one and on two emulated nodes, and what libimp adds:
# bench/latency.sh [--runs N]. In turn, N (5) runs each; a line a message size: medians of microseconds one way.
#
#   libimp       the same program linked with libimp, in a job that may change its size: its MPI time is measured
#   libimp, off  linked with libimp, started by hydra: nothing is measured; what the jumps through the table cost
#
# Needs mpich, libmpich-dev, openmpi-bin, libopenmpi-dev, gcc and make, and two cores that nobody else uses.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD runs=5
[[ ${1:-} == --runs ]] && { runs=$2; shift 2; }
[[ $# -eq 0 ]] || { sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 2; }
folder=$(mktemp -d)
export PLIANT_HOME=$folder/cluster PATH=$root/libexec/slurm:$PATH OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
stop() { "$root/pliant" down >/dev/null 2>&1 || true; rm -rf "$folder"; }
trap stop EXIT
"$root/pliant" up --controllers 1 --nodes 0 --emulate 2 --cpus-per-node 2 >/dev/null
cd "$folder"
for library in mpich openmpi; do mpicc.$library -O2 -o latency.$library "$root/bench/mpi/latency.c"; done
make -s -C "$root/imp-client/c" BUILD="$folder/imp" mpi
# shellcheck disable=SC2046 # flags are words
cc -O2 $(mpicc.mpich -show | tr ' ' '\n' | grep '^-I') -o latency.imp "$root/bench/mpi/latency.c" -L"$folder/imp" -Wl,-rpath,"$folder/imp" -limp

run() { # WAY
  case $1 in
    'mpich, hydra') mpiexec.mpich -n 2 ./latency.mpich ;;
    'mpich, 1 node') srun -N1 -n2 ./latency.mpich ;;
    'mpich, 2 nodes') srun -N2 -n2 ./latency.mpich ;;
    'libimp, off') mpiexec.mpich -n 2 ./latency.imp ;;
    'libimp')
      printf '#!/bin/bash\nsrun ./latency.imp\n' >job.sh
      sbatch --wait -N2 --min-nodes=1 --max-nodes=2 -o job.out job.sh >/dev/null
      cat job.out ;;
    'openmpi, mpirun') mpirun.openmpi -n 2 ./latency.openmpi ;;
    'openmpi, 1 node') srun -N1 -n2 ./latency.openmpi ;;
    'openmpi, 2 nodes') srun -N2 -n2 ./latency.openmpi ;;
  esac
}
ways=('mpich, hydra' 'mpich, 1 node' 'mpich, 2 nodes' 'libimp, off' 'libimp' 'openmpi, mpirun' 'openmpi, 1 node' 'openmpi, 2 nodes')
echo "processors: $(nproc), load before: $(cut -d' ' -f1 /proc/loadavg)"
for ((i = 0; i < runs; i++)); do
  for way in "${ways[@]}"; do
    run "$way" >said 2>errors || { echo "Expected figures of $way, but:" >&2; cat said errors >&2; exit 1; }
    awk -v way="$way" 'NF == 3 { print way "\t" $1 "\t" $2; n++ } END { exit n != 6 }' said >>all || { echo "Expected six lines of $way, but got:" >&2; cat said errors >&2; exit 1; }
  done
done
printf '%-18s' bytes; printf '%10s' 1 8 64 1024 65536 1048576; echo
for way in "${ways[@]}"; do
  printf '%-18s' "$way"
  for bytes in 1 8 64 1024 65536 1048576; do
    awk -F'\t' -v way="$way" -v bytes=$bytes '$1 == way && $2 == bytes { print $3 }' all | sort -n | awk '{ v[NR] = $1 } END { printf "%10.3f", v[int((NR + 1) / 2)] }'
  done
  echo
done
