#!/bin/bash
# A job pack has a line of the queue for each component.
#SBATCH --ntasks=1
#SBATCH hetjob
#SBATCH --nodes=2
squeue -h -j "$SLURM_JOB_ID" -o '%i has %D nodes' | sort
scontrol show job "$SLURM_JOB_ID" | grep -o 'HetJobOffset=[0-9]*'
scontrol show job "$SLURM_JOB_ID" | grep -o 'NumNodes=[0-9]*'
