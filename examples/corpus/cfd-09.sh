#!/bin/bash -l
#SBATCH --job-name=cavity124
#SBATCH -n 128
#SBATCH --ntasks-per-node=32
#SBATCH --nodes=4
#SBATCH --mem-per-cpu=3900
#SBATCH -t 5-00:00:00
#SBATCH -o of.log
#SBATCH -m block:cyclic
#SBATCH --account hpc_course
#SBATCH --mail-type=END,FAIL
#SBATCH --mail-user=$USER@example.org

module purge
module load openfoam/2212

decomposePar -force
srun --mpi=pmix simpleFoam -parallel > log.simpleFoam
reconstructPar -latestTime
