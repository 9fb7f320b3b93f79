#!/bin/bash

#SBATCH -J sweep
#SBATCH --array=0-31:4
#SBATCH --ntasks=1
#SBATCH --mem=2G
#SBATCH --time 30
#SBATCH --output=sweep_%A_%a.out

python run.py --index $SLURM_ARRAY_TASK_ID
