#!/bin/bash
# What a script is told of each component of its job pack.
#SBATCH --ntasks=1 --cpus-per-task=2
#SBATCH hetjob
#SBATCH --nodes=2 --ntasks=3
for i in $(seq 0 $((SLURM_HET_SIZE - 1))); do
  n=SLURM_NTASKS_HET_GROUP_$i c=SLURM_JOB_CPUS_PER_NODE_HET_GROUP_$i t=SLURM_TASKS_PER_NODE_HET_GROUP_$i
  d=SLURM_JOB_NUM_NODES_HET_GROUP_$i
  echo "component $i: ${!n} tasks, ${!d} nodes, cpus ${!c}, tasks ${!t}"
done
echo "cpus per task: ${SLURM_CPUS_PER_TASK:-none} ${SLURM_CPUS_PER_TASK_HET_GROUP_0:-none} ${SLURM_CPUS_PER_TASK_HET_GROUP_1:-none}"
[ "$SLURM_JOB_NODELIST" = "$SLURM_JOB_NODELIST_HET_GROUP_0" ] && echo "the script is in component 0"
