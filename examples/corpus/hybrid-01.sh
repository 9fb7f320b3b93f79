#!/usr/bin/env bash
#SBATCH -J hybrid
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=4
#SBATCH --time 10:00:00
#SBATCH --hint=compute_bound
#SBATCH --output=slurm-%j.out
#SBATCH --error=slurm-%j.err

ulimit -s unlimited
export OMP_PLACES=cores OMP_PROC_BIND=close
export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
srun --cpus-per-task=$SLURM_CPUS_PER_TASK --cpu-bind=cores --hint=nomultithread ./model.exe < input.nml
