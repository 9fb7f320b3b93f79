#!/bin/bash -l
#SBATCH --job-name="bootstrap"
#SBATCH -p serial
#SBATCH -n1
#SBATCH --cpus-per-task=4
#SBATCH --mem 8000
#SBATCH -t 2:00:00
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err
#SBATCH --begin=20:00

module purge
module load R/4.3

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
Rscript --vanilla boot.R --seed=95
