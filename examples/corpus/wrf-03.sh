#!/bin/sh
#SBATCH --job-name=wrf
#SBATCH --nodes=8
#SBATCH --ntasks=64
#SBATCH --time=03:00:00
#SBATCH --partition=standard
#SBATCH --account=hpc_course
#SBATCH --qos=prod
#SBATCH --mail-type=END,FAIL
#SBATCH --mail-user=$USER@example.org
#SBATCH --licenses=scratch,home

set -x
cd $SLURM_SUBMIT_DIR
srun --mpi=pmi2 ./wrf.exe
scontrol show job $SLURM_JOB_ID
sacct -j $SLURM_JOB_ID --format=JobID,Elapsed,MaxRSS
