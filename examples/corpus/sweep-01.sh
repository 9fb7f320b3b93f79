#!/bin/bash -l
#SBATCH --job-name="sweep"
#SBATCH --array=1,3,7
#SBATCH --ntasks=1
#SBATCH --mem=4G
#SBATCH -t 30
#SBATCH --output=sweep_%A_%a.out

python run.py --index $SLURM_ARRAY_TASK_ID
