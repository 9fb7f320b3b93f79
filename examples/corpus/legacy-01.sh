#!/bin/sh
#SBATCH -J old
#SBATCH -n 16
#SBATCH -N 2
#SBATCH -t 60
#SBATCH -p batch,long
##SBATCH --qos=later

cd $SLURM_SUBMIT_DIR
mpiexec ./a.out
