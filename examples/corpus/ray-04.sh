#!/bin/bash --login
#SBATCH --job-name=ray
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=8
#SBATCH --mem=0
#SBATCH --time 1:00:00
#SBATCH --partition=gpu
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err

nodes=($(scontrol show hostnames "$SLURM_JOB_NODELIST"))
head=${nodes[0]}
srun --nodes=1 --ntasks=1 -w "$head" ray start --head --block &
sleep 10
for n in "${nodes[@]:1}"; do
  srun --nodes=1 --ntasks=1 -w "$n" ray start --address "$head:6379" --block &
done
python tune.py
