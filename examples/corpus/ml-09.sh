#!/bin/bash -l

#SBATCH -J train-resnet
#SBATCH -N 1
#SBATCH -n 1
#SBATCH --gpus-per-task=1
#SBATCH --cpus-per-task=4
#SBATCH --mem 32G
#SBATCH --time=48:00:00
#SBATCH -A PHY0123

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model resnet --epochs 100 --workers $SLURM_CPUS_PER_TASK
