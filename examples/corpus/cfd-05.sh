#!/bin/bash
#SBATCH -J cavity64
#SBATCH -p hpc
#SBATCH --ntasks=128
#SBATCH -t 48:00:00
#SBATCH --output=of-%j.out
#SBATCH --cpu-freq=high

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
