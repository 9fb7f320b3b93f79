#!/bin/bash -l
#SBATCH -J md-ubq
#SBATCH --nodes=8
#SBATCH --ntasks-per-node=48
#SBATCH -t 2-12
#SBATCH -o logs/%x-%j.out   # max on this queue
#SBATCH -e logs/%x-%j.err

module purge
module load gcc/12 openmpi gromacs

export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
mpirun -np $SLURM_NTASKS gmx_mpi mdrun -deffnm ubq -maxh 23.5 -cpi ubq.cpt
