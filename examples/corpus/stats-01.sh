#!/bin/bash -l
#SBATCH --job-name=bootstrap
#SBATCH --partition shared
#SBATCH --mem 2GB
#SBATCH --time=00:30:00
#SBATCH --output=slurm-%j.out
#SBATCH --error=slurm-%j.err

module purge
module load matlab/2023a

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
Rscript --vanilla boot.R --seed=5
