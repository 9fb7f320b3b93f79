#!/usr/bin/env bash
#SBATCH --job-name train-bert-ft
#SBATCH --nodes=1
#SBATCH --gpus-per-node=a100:1
#SBATCH --cpus-per-task=8
#SBATCH --mem=0
#SBATCH --time 48:00:00
#SBATCH -A climate-lab
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model bert-ft --epochs 50 --workers $SLURM_CPUS_PER_TASK
