#!/usr/bin/env bash
#SBATCH --job-name wrf   # see wiki
#SBATCH --nodes=8
#SBATCH --ntasks=128
#SBATCH -t 03:00:00
#SBATCH --output=%x.%j.log

set -x
cd $SLURM_SUBMIT_DIR
srun --mpi=pmi2 ./wrf.exe
scontrol show job $SLURM_JOB_ID
sacct -j $SLURM_JOB_ID --format=JobID,Elapsed,MaxRSS
