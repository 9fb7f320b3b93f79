#!/bin/bash --login
#SBATCH -J bootstrap
#SBATCH --partition serial
#SBATCH --cpus-per-task=4
#SBATCH --mem 4G
#SBATCH -t 00:30:00
#SBATCH --output=%x.%j.log   # see wiki

module purge
module load matlab/2023a

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
Rscript --vanilla boot.R --seed=35
