#!/bin/sh
#SBATCH --job-name cavity79
#SBATCH --partition hpc
#SBATCH -n 256
#SBATCH --ntasks-per-node=32
#SBATCH --time=5-00:00:00
#SBATCH --output=of-%j.out
#SBATCH -A hpc_course

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
