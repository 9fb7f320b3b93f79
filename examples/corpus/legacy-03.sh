#!/bin/bash
#SBATCH -J old
#SBATCH -n 32
#SBATCH -N 1
#SBATCH -t 60
#SBATCH -p long
#SBATCH -F hosts.txt

cd $SLURM_SUBMIT_DIR
mpiexec ./a.out
