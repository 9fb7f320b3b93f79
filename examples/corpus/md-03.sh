#!/usr/bin/env bash
#SBATCH --job-name=md-ubq
#SBATCH -p compute
#SBATCH -N 4
#SBATCH --ntasks-per-node=32
#SBATCH --time=12:00:00
#SBATCH --account bio42

module purge
module load gcc/12 openmpi gromacs

export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
mpirun -np $SLURM_NTASKS gmx_mpi mdrun -deffnm ubq -maxh 23.5 -cpi ubq.cpt
