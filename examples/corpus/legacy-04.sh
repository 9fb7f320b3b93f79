#!/bin/bash -l
#SBATCH -J old
#SBATCH -n 32
#SBATCH -N 2
#SBATCH -t 120:00
#SBATCH -p batch,long
##SBATCH --qos=later
#PBS -l walltime=1:00:00

cd $SLURM_SUBMIT_DIR
mpiexec ./a.out
