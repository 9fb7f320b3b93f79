#!/bin/bash -l
#SBATCH --job-name="wrf"
#SBATCH --nodes=4
#SBATCH --ntasks=128
#SBATCH --time 03:00:00
#SBATCH -p standard
#SBATCH -A bio42
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err
#SBATCH --mail-type=END
#SBATCH --mail-user=$USER@example.org

set -x
cd $SLURM_SUBMIT_DIR
srun --mpi=pmi2 ./wrf.exe
scontrol show job $SLURM_JOB_ID
sacct -j $SLURM_JOB_ID --format=JobID,Elapsed,MaxRSS
