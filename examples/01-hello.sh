#!/bin/bash
#SBATCH --job-name=hello
#SBATCH --ntasks=1
#SBATCH --time=00:05:00
# The smallest job: one task. Slurm gives: both streams in slurm-<job id>.out in the folder of submission,
# state COMPLETED, exit code 0:0.
echo "Hello from job $SLURM_JOB_ID, called $SLURM_JOB_NAME, on $(hostname)"
echo "and this is its standard error" >&2
