#!/usr/bin/env bash
#SBATCH --job-name="sif"
#SBATCH --ntasks=1
#SBATCH -c 8   # max on this queue
#SBATCH --mem 10G
#SBATCH --time=1:00:00
#SBATCH --cpus-per-gpu=4

apptainer exec --nv image.sif python infer.py
