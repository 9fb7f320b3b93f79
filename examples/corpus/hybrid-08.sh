#!/bin/bash -l
#SBATCH --job-name=hybrid
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=4
#SBATCH -t 10:00:00
#SBATCH -p compute
#SBATCH --account=PHY0123
#SBATCH --output=%x.%j.log

ulimit -s unlimited
export OMP_PLACES=cores OMP_PROC_BIND=close
export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
srun --cpus-per-task=$SLURM_CPUS_PER_TASK --cpu-bind=cores --hint=nomultithread ./model.exe < input.nml
