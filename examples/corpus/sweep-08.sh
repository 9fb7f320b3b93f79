#!/bin/bash
#SBATCH --job-name sweep
#SBATCH --array=0-9   # adjust
#SBATCH --ntasks=1
#SBATCH --mem=4G
#SBATCH --time 30
#SBATCH -p batch
#SBATCH --output=sweep_%A_%a.out
#PBS -l walltime=1:00:00

python run.py --index $SLURM_ARRAY_TASK_ID
