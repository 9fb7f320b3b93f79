#!/bin/bash
#SBATCH --job-name=tasks-on-nodes
#SBATCH --nodes=2
#SBATCH --ntasks=4
#SBATCH --time=5
# Several tasks on each node. Slurm gives: ranks in blocks, local ids from 0 on each node; --label marks each line.
srun --label bash -c 'echo "local $SLURM_LOCALID on node $SLURM_NODEID"' | sort
