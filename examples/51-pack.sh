#!/bin/bash
# A job pack (heterogeneous job): a leader, workers, and nodes of another size, which all start together. One world of
# tasks runs over all three components.
#SBATCH --job-name=coupled
#SBATCH --time=5
#SBATCH --ntasks=1
#SBATCH hetjob
#SBATCH --ntasks=2 --nodes=1
#SBATCH hetjob
#SBATCH --nodes=2 --ntasks-per-node=2
echo "$SLURM_HET_SIZE components, led by component of $SLURM_NTASKS task"
srun --het-group=0-2 bash -c 'echo "rank $SLURM_PROCID of $SLURM_NTASKS"' | sort
srun --het-group=0-2 bash -c 'test $SLURM_PROCID = 0 && echo "$SLURM_JOB_NUM_NODES nodes: $SLURM_STEP_TASKS_PER_NODE"; true'
