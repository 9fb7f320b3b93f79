#!/bin/bash

#SBATCH --job-name="bootstrap"
#SBATCH --ntasks=1
#SBATCH --mem 4G
#SBATCH --time 2:00:00
#SBATCH --output=r-%j.out

module purge
module load matlab/2023a

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
Rscript --vanilla boot.R --seed=65
