#!/bin/bash --login
#SBATCH --job-name=wrf
#SBATCH --nodes=4
#SBATCH --ntasks=128
#SBATCH -t 08:00:00
#SBATCH -p standard
#SBATCH -A hpc_course
#SBATCH -o wrf.log
#SBATCH --constraint=haswell
#SBATCH --mail-type=END,FAIL
#SBATCH --mail-user=$USER@example.org
#PBS -l walltime=1:00:00

set -x
cd $SLURM_SUBMIT_DIR
srun --mpi=pmi2 ./wrf.exe
scontrol show job $SLURM_JOB_ID
sacct -j $SLURM_JOB_ID --format=JobID,Elapsed,MaxRSS
