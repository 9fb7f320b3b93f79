#!/bin/bash --login
#SBATCH --job-name="bootstrap"
#SBATCH -p shared
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --mem 4G
#SBATCH --time=2:00:00
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err

module purge
module load matlab/2023a

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
Rscript --vanilla boot.R --seed=155
