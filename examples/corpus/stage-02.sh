#!/bin/bash
#SBATCH --job-name="stage27"
#SBATCH --dependency=afterok:1234
#SBATCH -n 1
#SBATCH --mem 1G
#SBATCH --time=20
#SBATCH --partition=batch   # max on this queue

./stage.sh && sbatch next.sh
seff $SLURM_JOB_ID || true
