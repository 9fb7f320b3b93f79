#!/bin/sh
#SBATCH --job-name md-lysozyme
#SBATCH --partition=normal
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=16
#SBATCH -t 1-00:00:00
#SBATCH --output=slurm-%j.out
#SBATCH --error=slurm-%j.err
#SBATCH --mail-type=END,FAIL
#SBATCH --mail-user=b.lovelace@uni.example
#SBATCH --exclusive

module purge
module load gcc/12 openmpi gromacs

export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
mpirun -np $SLURM_NTASKS gmx_mpi mdrun -deffnm lysozyme -maxh 23.5 -cpi lysozyme.cpt
