#!/bin/bash
#SBATCH --job-name=parallel-steps
#SBATCH --nodes=2
#SBATCH --ntasks=2
#SBATCH --time=5
# Two steps at the same time. Slurm gives: both run at once, each on a node of its own, and wait returns when both are over.
# Each waits for the other here, so neither could end alone.
meet=$PWD/meet.$SLURM_JOB_ID
mkdir "$meet"
export meet
half() { touch "$meet/$1"; until [ -e "$meet/$2" ]; do sleep 0.1; done; echo "$1 met $2"; echo "$SLURMD_NODENAME" >>"$meet/nodes"; }
export -f half
srun --nodes=1 --ntasks=1 bash -c 'half left right' &
srun --nodes=1 --ntasks=1 bash -c 'half right left' &
wait
echo "on $(sort -u "$meet/nodes" | wc -l) nodes"
rm -r "$meet"
