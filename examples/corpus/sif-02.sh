#!/bin/bash --login

#SBATCH --job-name="sif"
#SBATCH --ntasks=1
#SBATCH -c 2
#SBATCH --mem=10G
#SBATCH --time=1:00:00
#SBATCH --gres=gpu:1,lscratch:10
#SBATCH -p gpu
#SBATCH --output=%x.%j.log
#SBATCH --ntasks-per-gpu=1

apptainer exec --nv image.sif python infer.py
