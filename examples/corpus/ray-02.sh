#!/bin/bash -l

#SBATCH --job-name="ray"
#SBATCH --nodes=3
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --mem-per-cpu=1GB
#SBATCH -t 1:00:00
#SBATCH --partition cluster
#SBATCH -o ray.log

nodes=($(scontrol show hostnames "$SLURM_JOB_NODELIST"))
head=${nodes[0]}
srun --nodes=1 --ntasks=1 -w "$head" ray start --head --block &
sleep 10
for n in "${nodes[@]:1}"; do
  srun --nodes=1 --ntasks=1 -w "$n" ray start --address "$head:6379" --block &
done
python tune.py
