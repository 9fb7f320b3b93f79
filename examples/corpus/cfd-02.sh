#!/usr/bin/env bash
#SBATCH --job-name="cavity19"
#SBATCH --partition hpc
#SBATCH -n 128   # adjust
#SBATCH --ntasks-per-node=32
#SBATCH --nodes=4
#SBATCH --mem-per-cpu=3900
#SBATCH -t 48:00:00
#SBATCH -o of.log

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
