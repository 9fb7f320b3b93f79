#!/bin/bash
#SBATCH -J ranks
#SBATCH -N 4
#SBATCH -n 4
#SBATCH -t 5
# One task on each of four nodes. Slurm gives: srun starts four tasks with ranks 0..3 of 4, each on a node of its own.
srun bash -c 'echo "rank $SLURM_PROCID of $SLURM_NTASKS on node number $SLURM_NODEID of $SLURM_NNODES"'
echo "the job has $SLURM_JOB_NUM_NODES nodes"
