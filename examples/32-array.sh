#!/bin/bash
#SBATCH --job-name=array
#SBATCH --array=1-4
#SBATCH --time=1
# An array. Slurm gives: each element its number, and a file slurm-<array>_<number>.out.
echo "element $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_TASK_COUNT, from $SLURM_ARRAY_TASK_MIN to $SLURM_ARRAY_TASK_MAX by $SLURM_ARRAY_TASK_STEP"
echo "part of $SLURM_ARRAY_JOB_ID"
