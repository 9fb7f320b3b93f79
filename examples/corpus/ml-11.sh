#!/usr/bin/env bash
#SBATCH --job-name=train-gpt-small
#SBATCH --partition gpu
#SBATCH --ntasks=1
#SBATCH --gpus=1
#SBATCH --cpus-per-task=12
#SBATCH --mem=32G
#SBATCH --time=48:00:00
#SBATCH --account=hpc_course
#SBATCH -o train.log
#SBATCH --mail-type=END
#SBATCH --mail-user=$USER@example.org
#SBATCH --exclude=n003

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model gpt-small --epochs 50 --workers $SLURM_CPUS_PER_TASK
