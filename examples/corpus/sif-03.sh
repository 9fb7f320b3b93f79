#!/usr/bin/env bash
#SBATCH --job-name=sif
#SBATCH --ntasks=1
#SBATCH -c 2
#SBATCH --mem 10G
#SBATCH --time 1:00:00
#SBATCH --partition=quick
#SBATCH --output=sif-%j.out
#SBATCH --prefer=ssd

apptainer exec --nv image.sif python infer.py
