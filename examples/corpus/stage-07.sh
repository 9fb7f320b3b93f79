#!/bin/sh
#SBATCH --job-name="stage102"
#SBATCH -n 4
#SBATCH --mem=1G
#SBATCH -t 20
#SBATCH --output=%x.%j.log

./stage.sh && sbatch next.sh
seff $SLURM_JOB_ID || true
