#!/bin/bash
#SBATCH --job-name=chosen-nodes
#SBATCH --nodes=3
#SBATCH --ntasks=3
#SBATCH --time=1
# Steps on nodes of the job that the script chooses, as launchers of workers do.
nodes=($(scontrol show hostnames "$SLURM_JOB_NODELIST"))
where() {
  for i in "${!nodes[@]}"; do [[ ${nodes[i]} == "$SLURMD_NODENAME" ]] && echo "$1: rank $SLURM_PROCID on node $i"; done
  return 0
}
export -f where
say() { echo "nodes=(${nodes[*]}); where '$1'"; }
srun -N1 -n1 -w "${nodes[1]}" bash -c "$(say head)"
srun --nodes=2 --ntasks=2 --exclude="${nodes[1]}" bash -c "$(say workers)"
srun -N2 -n2 -w "${nodes[2]},${nodes[0]}," bash -c "$(say listed)"
srun -r1 -N1 -n1 bash -c "$(say relative)"
srun -N1 -n1 -w nosuch true || echo "a strange node is refused"
