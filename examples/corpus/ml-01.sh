#!/bin/sh
#SBATCH --job-name=train-bert-ft
#SBATCH -p gpu
#SBATCH --ntasks=1
#SBATCH --gres=gpu:a100:8
#SBATCH --cpus-per-task=16
#SBATCH --mem-per-cpu=4G
#SBATCH --time 24:00:00
#SBATCH -A hpc_course
#SBATCH --output=%x.%j.log

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model bert-ft --epochs 50 --workers $SLURM_CPUS_PER_TASK
