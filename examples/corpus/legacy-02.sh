#!/usr/bin/env bash
#SBATCH -J old
#SBATCH -n 16
#SBATCH -N 2
#SBATCH -t 60

cd $SLURM_SUBMIT_DIR
mpiexec ./a.out
