#!/bin/bash
#SBATCH --job-name=gpus
#SBATCH --nodes=2
#SBATCH --gpus-per-node=a100:2
#SBATCH --time=5
# All GPUs of two nodes, which all tasks of the job share.
echo "gpus_on_node=$SLURM_GPUS_ON_NODE job_gpus=$SLURM_JOB_GPUS visible=$CUDA_VISIBLE_DEVICES asked=$SLURM_GPUS_PER_NODE"
srun bash -c 'echo "node $SLURM_NODEID sees $CUDA_VISIBLE_DEVICES"'
