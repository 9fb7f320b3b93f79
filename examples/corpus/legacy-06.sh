#!/bin/bash --login
#SBATCH -J old
#SBATCH -n 32
#SBATCH -N 2
#SBATCH -t 120:00

cd $SLURM_SUBMIT_DIR
mpiexec ./a.out
