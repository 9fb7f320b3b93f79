#!/bin/bash --login
#SBATCH --job-name stage132
#SBATCH -n 1
#SBATCH --mem 16000M
#SBATCH -t 00:45:00
#SBATCH --output=stage-%j.out

./stage.sh && sbatch next.sh
seff $SLURM_JOB_ID || true
