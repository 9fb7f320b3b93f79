#!/bin/bash -l

#SBATCH -J bootstrap
#SBATCH --partition shared
#SBATCH -n 1
#SBATCH --mem=2GB
#SBATCH --time 2:00:00
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err
##SBATCH --qos=later

module purge
module load R/4.3

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
Rscript --vanilla boot.R --seed=125
