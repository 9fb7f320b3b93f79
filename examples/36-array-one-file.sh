#!/bin/bash
#SBATCH --job-name=one-file
#SBATCH --array=1-3
#SBATCH --output=all-%A.out
#SBATCH --open-mode=append
#SBATCH --time=1
# All elements in one file. Slurm gives: %A is the array, whichever element writes.
echo "line of element $SLURM_ARRAY_TASK_ID"
