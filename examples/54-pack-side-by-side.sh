#!/bin/bash
# The components of a job pack under the names that they had before, each with a program of its own at the same time:
# they meet by a file.
#SBATCH --ntasks=1
#SBATCH packjob
#SBATCH --ntasks=2
here=$PWD/meet.$SLURM_JOB_ID
mkdir -p "$here"
srun --pack-group=1 bash -c 'until [ -f "$0/ready" ]; do sleep 0.1; done; echo "worker $SLURM_PROCID of $SLURM_NTASKS heard $(cat "$0/ready")"' "$here" &
srun --pack-group=0 bash -c 'echo "the leader of $SLURM_PACK_SIZE" >"$0/new"; mv "$0/new" "$0/ready"' "$here"
wait
rm -rf "$here"
