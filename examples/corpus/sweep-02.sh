#!/usr/bin/env bash

#SBATCH --job-name sweep
#SBATCH --array=0-31:4
#SBATCH --ntasks=1
#SBATCH --mem 4G   # adjust
#SBATCH --time 1:00:00
#SBATCH -p short
#SBATCH --output=sweep_%A_%a.out   # see wiki

python run.py --index $SLURM_ARRAY_TASK_ID
