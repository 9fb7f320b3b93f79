#!/bin/bash -l
#SBATCH --job-name=stage42
#SBATCH -n 4
#SBATCH --mem=16000M
#SBATCH --time 0-01
#SBATCH --partition=batch
#SBATCH --account physics
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err
#SBATCH --export=ALL,STAGE=2

./stage.sh && sbatch next.sh
seff $SLURM_JOB_ID || true
