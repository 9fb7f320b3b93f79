#!/bin/bash
#SBATCH --job-name stage12
#SBATCH -n 1
#SBATCH --mem 1G
#SBATCH -t 0-01
#SBATCH --partition batch
#SBATCH -o stage.log

./stage.sh && sbatch next.sh
seff $SLURM_JOB_ID || true
