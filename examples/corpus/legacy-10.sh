#!/bin/bash -l
#SBATCH -J old
#SBATCH -n 16
#SBATCH -N 2
#SBATCH -t 120:00

cd $SLURM_SUBMIT_DIR
mpiexec ./a.out
