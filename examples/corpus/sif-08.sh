#!/bin/bash -l
#SBATCH -J sif
#SBATCH --ntasks=1
#SBATCH -c 8
#SBATCH --mem=10G
#SBATCH --time 1:00:00
#SBATCH --gres=gpu:1
#SBATCH --bb="capacity=10GB"

apptainer exec --nv image.sif python infer.py
