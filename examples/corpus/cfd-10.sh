#!/bin/bash
#SBATCH --job-name=cavity139
#SBATCH -n 256
#SBATCH --tasks-per-node=32
#SBATCH -t 36:00:00
#SBATCH -o of.log

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
