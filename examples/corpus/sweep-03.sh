#!/bin/bash

#SBATCH --job-name="sweep"
#SBATCH --array=1,3,7
#SBATCH --ntasks=1
#SBATCH --mem=2G
#SBATCH --time 30
#SBATCH --partition=batch
#SBATCH --output=sweep_%A_%a.out

python run.py --index $SLURM_ARRAY_TASK_ID
