#!/bin/bash -l
#SBATCH --job-name="wrf"
#SBATCH --nodes=8
#SBATCH --ntasks=128
#SBATCH --time=03:00:00
#SBATCH --partition=standard
#SBATCH --account=hpc_course
#SBATCH --profile=task
#SBATCH --mail-type=END
#SBATCH --mail-user=ada@example.org
#PBS -l walltime=1:00:00

set -x
cd $SLURM_SUBMIT_DIR
srun --mpi=pmi2 ./wrf.exe
scontrol show job $SLURM_JOB_ID
sacct -j $SLURM_JOB_ID --format=JobID,Elapsed,MaxRSS
