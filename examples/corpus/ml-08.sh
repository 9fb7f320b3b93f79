#!/bin/bash --login
#SBATCH --job-name train-unet
#SBATCH --partition dl
#SBATCH -G 1
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-gpu=40G
#SBATCH --time 3-00:00:00
#SBATCH --account=hpc_course
#SBATCH --output=%x.%j.log
#SBATCH --mail-type=END,FAIL
#SBATCH --mail-user=ada@example.org

source ~/miniconda3/etc/profile.d/conda.sh
conda activate torch
nvidia-smi
srun python train.py --model unet --epochs 10 --workers $SLURM_CPUS_PER_TASK
