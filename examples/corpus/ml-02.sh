#!/bin/bash
#SBATCH --job-name train-bert-ft
#SBATCH -p gpu
#SBATCH --ntasks=1
#SBATCH --gres=gpu:4
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=4G
#SBATCH --time=3-00:00:00
#SBATCH -A bio42
#SBATCH -o train.log

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model bert-ft --epochs 10 --workers $SLURM_CPUS_PER_TASK
