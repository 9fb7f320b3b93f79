#!/bin/bash -l

#SBATCH -J sweep
#SBATCH -a 1-100%10
#SBATCH --ntasks=1   # see wiki
#SBATCH --mem 2G
#SBATCH --time 30
#SBATCH --partition short
#SBATCH --output=sweep_%A_%a.out

python run.py --index $SLURM_ARRAY_TASK_ID
