#!/bin/bash
#SBATCH --job-name=nodelist
#SBATCH --nodes=3
#SBATCH --ntasks=3
#SBATCH --time=5
# Which nodes. Slurm gives: the nodes as a host list in brackets, and each task the name of its own node.
echo "nodes: $SLURM_JOB_NODELIST"
count=$(srun bash -c 'echo "$SLURMD_NODENAME"' | sort -u | wc -l)
echo "$count different nodes"
echo "tasks per node: $SLURM_TASKS_PER_NODE"
