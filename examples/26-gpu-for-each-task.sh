#!/bin/bash
#SBATCH --job-name=gpu-tasks
#SBATCH --nodes=1
#SBATCH --ntasks=2
#SBATCH --gpus-per-task=1
#SBATCH --gres=ssd:1
#SBATCH --time=5
# A GPU for each task, which sees no other; and another kind of device, by name.
echo "gpus_on_node=$SLURM_GPUS_ON_NODE"
srun bash -c 'echo "task $SLURM_PROCID sees $CUDA_VISIBLE_DEVICES of $SLURM_JOB_GPUS"'
