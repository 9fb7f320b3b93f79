#!/bin/sh
#SBATCH --job-name="train-detr"
#SBATCH --partition=gpu-a100
#SBATCH --ntasks=1
#SBATCH --gpus=1
#SBATCH --cpus-per-task=8
#SBATCH --mem=0
#SBATCH -t 3-00:00:00
#SBATCH --account=hpc_course

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model detr --epochs 50 --workers $SLURM_CPUS_PER_TASK
