#!/bin/bash
#SBATCH --job-name wrf
#SBATCH --nodes=2
#SBATCH --ntasks=128
#SBATCH -t 03:00:00
#SBATCH --partition=standard
#SBATCH -o wrf.log
#SBATCH -L scratch
#PBS -l walltime=1:00:00

set -x
cd $SLURM_SUBMIT_DIR
srun --mpi=pmi2 ./wrf.exe
scontrol show job $SLURM_JOB_ID
sacct -j $SLURM_JOB_ID --format=JobID,Elapsed,MaxRSS
