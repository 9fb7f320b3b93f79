#!/bin/sh
#SBATCH --job-name=md-lysozyme
#SBATCH -p compute
#SBATCH --nodes=8
#SBATCH --ntasks-per-node=48
#SBATCH --time=2-12
#SBATCH --exclusive

module purge
module load gcc/12 openmpi gromacs

export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
mpirun -np $SLURM_NTASKS gmx_mpi mdrun -deffnm lysozyme -maxh 23.5 -cpi lysozyme.cpt
