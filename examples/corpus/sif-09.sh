#!/bin/bash -l
#SBATCH --job-name="sif"
#SBATCH --ntasks=1
#SBATCH -c 2
#SBATCH --mem 10G
#SBATCH --time=1:00:00
#SBATCH --partition gpu
#SBATCH -o sif.log
#SBATCH --thread-spec=1

apptainer exec --nv image.sif python infer.py
