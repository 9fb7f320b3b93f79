#!/usr/bin/env bash

#SBATCH --job-name=train-detr
#SBATCH --partition gpu-a100
#SBATCH --gpus=1
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=4G
#SBATCH --time 8:00:00
#SBATCH --output=slurm-%j.out
#SBATCH --error=slurm-%j.err
#SBATCH --mail-type=FAIL
#SBATCH --mail-user=$USER@example.org

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model detr --epochs 100 --workers $SLURM_CPUS_PER_TASK
