#!/bin/bash -l
#SBATCH --job-name=stage117
#SBATCH --dependency=afterok:1234
#SBATCH -n 4
#SBATCH --mem 16000M
#SBATCH -t 00:45:00
#SBATCH --partition=batch
#SBATCH --output=stage-%j.out

./stage.sh && sbatch next.sh
seff $SLURM_JOB_ID || true
