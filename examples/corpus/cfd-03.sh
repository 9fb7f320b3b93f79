#!/bin/bash
#SBATCH --job-name cavity34
#SBATCH --partition compute   # max on this queue
#SBATCH --ntasks=256
#SBATCH --tasks-per-node=32
#SBATCH --mem-per-cpu=3900
#SBATCH -t 48:00:00
#SBATCH -o of.log
#SBATCH --ntasks-per-core=1
#SBATCH -A climate-lab
#PBS -l walltime=1:00:00

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
