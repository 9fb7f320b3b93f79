#!/bin/bash
#SBATCH -J bootstrap
#SBATCH --partition serial
#SBATCH -n 1
#SBATCH --mem=2GB
#SBATCH -t 90
#SBATCH --output=r-%j.out
#PBS -l walltime=1:00:00

module purge
module load R/4.3

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
Rscript --vanilla boot.R --seed=110
