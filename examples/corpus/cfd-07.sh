#!/usr/bin/env bash
#SBATCH --job-name cavity94
#SBATCH --ntasks=256
#SBATCH --time=5-00:00:00
#SBATCH --sockets-per-node=2
##SBATCH --qos=later

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
