#!/bin/bash -l
#SBATCH -J hybrid
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=4
#SBATCH -t 10:00:00
#SBATCH --partition=standard
#SBATCH --cores-per-socket=16
#SBATCH --account=bio42
#SBATCH --output=slurm-%j.out
#SBATCH --error=slurm-%j.err

ulimit -s unlimited
export OMP_PLACES=cores OMP_PROC_BIND=close
export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
srun --cpus-per-task=$SLURM_CPUS_PER_TASK --cpu-bind=cores --hint=nomultithread ./model.exe < input.nml
