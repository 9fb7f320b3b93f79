#!/bin/sh
#SBATCH --job-name="wrf"
#SBATCH --nodes=8
#SBATCH --ntasks=128
#SBATCH --time=03:00:00
#SBATCH --mail-type=FAIL
#SBATCH --mail-user=b.lovelace@uni.example
#SBATCH --licenses=scratch,home

set -x
cd $SLURM_SUBMIT_DIR
srun --mpi=pmi2 ./wrf.exe
scontrol show job $SLURM_JOB_ID
sacct -j $SLURM_JOB_ID --format=JobID,Elapsed,MaxRSS
