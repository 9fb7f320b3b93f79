#!/bin/bash -l
#SBATCH --job-name="cavity49"
#SBATCH -p hpc
#SBATCH --ntasks=256
#SBATCH --mem-per-cpu=3900
#SBATCH -t 36:00:00
#SBATCH --output=of-%j.out

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
