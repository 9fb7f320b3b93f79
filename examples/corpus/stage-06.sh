#!/bin/bash --login

#SBATCH --job-name stage87
#SBATCH -n 1
#SBATCH --mem 1G
#SBATCH -t 00:45:00
#SBATCH --partition batch

./stage.sh && sbatch next.sh
seff $SLURM_JOB_ID || true
