#!/bin/bash --login
#SBATCH --job-name=md-npt_eq
#SBATCH -N 2
#SBATCH --ntasks-per-node=32
#SBATCH -c 2
#SBATCH --time=2-12
#SBATCH --output=%x.%j.log
#SBATCH --mail-type=END,FAIL
#SBATCH --mail-user=$USER@example.org

module purge
module load gcc/12 openmpi gromacs

export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
mpirun -np $SLURM_NTASKS gmx_mpi mdrun -deffnm npt_eq -maxh 23.5 -cpi npt_eq.cpt
