#!/bin/sh
#SBATCH -J cavity4
#SBATCH --partition=hpc
#SBATCH --ntasks=32
#SBATCH --time 48:00:00
#SBATCH --output=of-%j.out
#SBATCH --mail-type=END,FAIL
#SBATCH --mail-user=$USER@example.org

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
