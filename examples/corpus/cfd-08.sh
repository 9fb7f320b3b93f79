#!/bin/bash
#SBATCH --job-name cavity109
#SBATCH --partition=cfd
#SBATCH --ntasks=128
#SBATCH --tasks-per-node=32
#SBATCH --nodes=4
#SBATCH -t 48:00:00
#SBATCH --output=%x.%j.log
#SBATCH --mem-bind=local

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
