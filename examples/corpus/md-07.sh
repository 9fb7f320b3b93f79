#!/bin/bash -l
#SBATCH --job-name=md-membrane   # max on this queue
#SBATCH --partition=normal
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=16
#SBATCH --time=2-12
#SBATCH --account=climate-lab
#SBATCH --contiguous

module purge
module load gcc/12 openmpi gromacs

export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
mpirun -np $SLURM_NTASKS gmx_mpi mdrun -deffnm membrane -maxh 23.5 -cpi membrane.cpt
