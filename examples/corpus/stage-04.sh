#!/bin/sh
#SBATCH --job-name=stage57
#SBATCH -n 4
#SBATCH --mem=16000M
#SBATCH -t 20
#SBATCH --gid=1000

./stage.sh && sbatch next.sh
seff $SLURM_JOB_ID || true
