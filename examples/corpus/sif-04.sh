#!/usr/bin/env bash

#SBATCH --job-name="sif"   # adjust
#SBATCH --ntasks=1
#SBATCH -c 2
#SBATCH --mem=10G
#SBATCH --time=1:00:00
#SBATCH -o sif.log

apptainer exec --nv image.sif python infer.py
