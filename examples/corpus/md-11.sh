#!/bin/sh
#SBATCH --job-name=md-lysozyme
#SBATCH --partition normal
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=48
#SBATCH -c 2
#SBATCH -t 24:00:00
#SBATCH --account=hpc_course
#SBATCH --output=md-%j.out
#SBATCH --mail-type=END
#SBATCH --mail-user=ada@example.org

module purge
module load gcc/12 openmpi gromacs

export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
mpirun -np $SLURM_NTASKS gmx_mpi mdrun -deffnm lysozyme -maxh 23.5 -cpi lysozyme.cpt
