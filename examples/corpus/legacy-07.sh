#!/bin/sh
#SBATCH -J old
#SBATCH -n 16
#SBATCH -N 1
#SBATCH -t 1-0
#SBATCH -p long

cd $SLURM_SUBMIT_DIR
mpiexec ./a.out
