#!/bin/bash
#SBATCH --job-name=array-of-steps
#SBATCH --array=0-1
#SBATCH --ntasks=2
#SBATCH --time=1
# Elements with steps. Slurm gives: to each task its element and its rank.
srun bash -c 'echo "element $SLURM_ARRAY_TASK_ID, rank $SLURM_PROCID of $SLURM_NTASKS"'
