#!/bin/bash -l
#SBATCH --job-name sif
#SBATCH --ntasks=1
#SBATCH -c 2
#SBATCH --mem=10G   # adjust
#SBATCH --time 1:00:00
#SBATCH --gres=lscratch:20
#SBATCH --partition=quick
#SBATCH --output=%x.%j.log

apptainer exec --nv image.sif python infer.py
