#!/usr/bin/env bash

#SBATCH -J sweep
#SBATCH --array=0-9
#SBATCH --ntasks=1
#SBATCH --mem=2G
#SBATCH -t 1:00:00
#SBATCH --output=sweep_%A_%a.out

python run.py --index $SLURM_ARRAY_TASK_ID
