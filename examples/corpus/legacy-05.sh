#!/bin/bash -l
#SBATCH -J old   # adjust
#SBATCH -n 32
#SBATCH -N 1
#SBATCH -t 120:00
#SBATCH -p long
#SBATCH --delay-boot=10

cd $SLURM_SUBMIT_DIR
mpiexec ./a.out
