#!/bin/bash --login
#SBATCH -J old
#SBATCH -n 32
#SBATCH -N 2
#SBATCH -t 1-0
#SBATCH -p batch,long
#SBATCH -Q

cd $SLURM_SUBMIT_DIR
mpiexec ./a.out
