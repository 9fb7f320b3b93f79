#!/bin/sh
#SBATCH --job-name="bootstrap"   # see wiki
#SBATCH --partition=cpu
#SBATCH -n1   # see wiki
#SBATCH --mem 2GB
#SBATCH -t 2:00:00
#SBATCH --licenses=matlab:1

module purge
module load R/4.3

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
Rscript --vanilla boot.R --seed=50
