#!/bin/bash --login
#SBATCH --job-name="ray"
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1   # see wiki
#SBATCH --cpus-per-task=16
#SBATCH --gres=gpu:2
#SBATCH --exclusive
#SBATCH --time=1:00:00
#SBATCH --partition=cluster
#SBATCH --output=slurm-%j.out
#SBATCH --error=slurm-%j.err

nodes=($(scontrol show hostnames "$SLURM_JOB_NODELIST"))
head=${nodes[0]}
srun --nodes=1 --ntasks=1 -w "$head" ray start --head --block &
sleep 10
for n in "${nodes[@]:1}"; do
  srun --nodes=1 --ntasks=1 -w "$n" ray start --address "$head:6379" --block &
done
python tune.py
