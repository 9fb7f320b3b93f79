#!/bin/bash
#SBATCH --job-name=resources
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem=100M
#SBATCH --time=5
# Cpus and memory. Slurm gives: what was asked for in variables, as programs with threads read it.
export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
echo "threads=$OMP_NUM_THREADS cpus_on_node=$SLURM_CPUS_ON_NODE mem_per_node=$SLURM_MEM_PER_NODE"
