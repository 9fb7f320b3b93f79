#!/bin/bash
#SBATCH --job-name="train-detr"
#SBATCH -p gpu-a100
#SBATCH --nodes=1
#SBATCH --gpus=1
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-gpu=40G
#SBATCH -t 24:00:00
#SBATCH -o train.log
#SBATCH --mail-type=FAIL
#SBATCH --mail-user=b.lovelace@uni.example

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model detr --epochs 100 --workers $SLURM_CPUS_PER_TASK
