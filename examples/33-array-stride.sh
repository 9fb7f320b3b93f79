#!/bin/bash
#SBATCH --job-name=stride
#SBATCH --array=0-10:5%1
#SBATCH --output=stride-%A-%a.out
#SBATCH --time=1
# Every fifth index, one at a time. Slurm gives: elements 0, 5 and 10, with the stride as the step.
echo "index $SLURM_ARRAY_TASK_ID, step $SLURM_ARRAY_TASK_STEP, $SLURM_ARRAY_TASK_COUNT elements up to $SLURM_ARRAY_TASK_MAX"
