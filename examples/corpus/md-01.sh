#!/bin/sh
#SBATCH -J md-npt_eq
#SBATCH --partition compute
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=48
#SBATCH --cpus-per-task=1
#SBATCH --time=24:00:00
#SBATCH --account=climate-lab
#SBATCH --output=md-%j.out
#SBATCH --exclusive

module purge
module load gcc/12 openmpi gromacs

export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
mpirun -np $SLURM_NTASKS gmx_mpi mdrun -deffnm npt_eq -maxh 23.5 -cpi npt_eq.cpt
