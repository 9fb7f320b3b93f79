#!/bin/sh

#SBATCH -J ddp
#SBATCH --partition=gpu-a100
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=a100:4
#SBATCH --cpus-per-task=8
#SBATCH --exclusive
#SBATCH --time 12:00:00
#SBATCH --account=physics
#SBATCH --output=%x.%j.log

head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export MASTER_ADDR=$head MASTER_PORT=29500
srun --kill-on-bad-exit=1 --cpu-bind=none torchrun --nnodes=$SLURM_NNODES --nproc_per_node=4 --rdzv_backend=c10d --rdzv_endpoint=$head:29500 main.py
