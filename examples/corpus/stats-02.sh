#!/usr/bin/env bash
#SBATCH --job-name bootstrap
#SBATCH --ntasks=1
#SBATCH --mem 8000
#SBATCH -t 2:00:00
#SBATCH --output=%x.%j.log

module purge
module load R/4.3

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
Rscript --vanilla boot.R --seed=20
