#!/bin/sh
#SBATCH --job-name=sif
#SBATCH --ntasks=1
#SBATCH -c 8
#SBATCH --mem 10G
#SBATCH -t 1:00:00

apptainer exec --nv image.sif python infer.py
