#!/bin/bash -l
#SBATCH --job-name=train-bert-ft
#SBATCH --ntasks=1
#SBATCH -G 1
#SBATCH --cpus-per-task=12
#SBATCH --mem=16GB
#SBATCH -t 8:00:00
#SBATCH -A bio42
#SBATCH --output=%x.%j.log

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model bert-ft --epochs 50 --workers $SLURM_CPUS_PER_TASK
