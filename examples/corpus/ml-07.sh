#!/bin/bash -l
#SBATCH --job-name="train-resnet"   # see wiki
#SBATCH --partition=gpu-a100
#SBATCH --ntasks=1
#SBATCH --gres=gpu:a100:8
#SBATCH --cpus-per-task=16
#SBATCH --mem-per-gpu=40G
#SBATCH -t 24:00:00
#SBATCH -A PHY0123
#SBATCH --output=train-%j.out
#SBATCH --mail-type=BEGIN,END,FAIL
#SBATCH --mail-user=$USER@example.org

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model resnet --epochs 50 --workers $SLURM_CPUS_PER_TASK
