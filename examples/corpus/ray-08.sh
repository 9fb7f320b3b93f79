#!/bin/sh
#SBATCH --job-name ray
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --gpus-per-node=2
#SBATCH -t 00:30:00
#SBATCH --partition=cluster
#SBATCH --output=ray-%j.out

nodes=($(scontrol show hostnames "$SLURM_JOB_NODELIST"))
head=${nodes[0]}
srun --nodes=1 --ntasks=1 -w "$head" ray start --head --block &
sleep 10
for n in "${nodes[@]:1}"; do
  srun --nodes=1 --ntasks=1 -w "$n" ray start --address "$head:6379" --block &
done
python tune.py
