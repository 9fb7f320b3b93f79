#!/bin/bash
#SBATCH --job-name=wait-for-an-array
#SBATCH --time=2
# sbatch --wait of an array. Slurm gives: the highest exit code of its elements.
sbatch -Q --wait -t 1 -o /dev/null --array=0-3 --wrap 'exit $SLURM_ARRAY_TASK_ID'
echo "the array gave $?"
