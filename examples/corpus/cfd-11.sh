#!/usr/bin/env bash
#SBATCH -J cavity154
#SBATCH -p hpc
#SBATCH --ntasks=128
#SBATCH --time=5-00:00:00
#SBATCH --output=%x.%j.log
#SBATCH --account=physics   # see wiki
#SBATCH --mail-type=ALL
#SBATCH --mail-user=ada@example.org

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
