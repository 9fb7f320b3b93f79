#!/bin/bash --login
#SBATCH --job-name="stage147"
#SBATCH --dependency=afterok:1234
#SBATCH -n 1
#SBATCH --mem 16000M
#SBATCH -t 0-01
#SBATCH -A physics
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err

./stage.sh && sbatch next.sh
seff $SLURM_JOB_ID || true
