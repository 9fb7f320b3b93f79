#!/bin/bash --login
#SBATCH --job-name="md-membrane"
#SBATCH -p normal
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=32
#SBATCH -t 24:00:00
#SBATCH -A bio42
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err

module purge
module load gcc/12 openmpi gromacs

export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
mpirun -np $SLURM_NTASKS gmx_mpi mdrun -deffnm membrane -maxh 23.5 -cpi membrane.cpt
