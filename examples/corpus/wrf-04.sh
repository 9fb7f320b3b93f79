#!/bin/sh
#SBATCH --job-name="wrf"
#SBATCH --nodes=8
#SBATCH --ntasks=64
#SBATCH --time 03:00:00
#SBATCH --account physics
#SBATCH --output=%x.%j.log
#SBATCH --mail-type=BEGIN,END,FAIL
#SBATCH --mail-user=ada@example.org

set -x
cd $SLURM_SUBMIT_DIR
srun --mpi=pmi2 ./wrf.exe
scontrol show job $SLURM_JOB_ID
sacct -j $SLURM_JOB_ID --format=JobID,Elapsed,MaxRSS
