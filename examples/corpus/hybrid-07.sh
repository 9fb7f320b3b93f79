#!/bin/sh

#SBATCH --job-name=hybrid
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=4
#SBATCH --time=6:00:00
#SBATCH --partition=standard
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err

ulimit -s unlimited
export OMP_PLACES=cores OMP_PROC_BIND=close
export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
srun --cpus-per-task=$SLURM_CPUS_PER_TASK --cpu-bind=cores --hint=nomultithread ./model.exe < input.nml
