#!/bin/bash
#SBATCH --job-name=patterns
#SBATCH --output=%x-%j.out
#SBATCH --error=%x-%j.err
#SBATCH --nodes=2
#SBATCH --ntasks=2
#SBATCH --time=5
# File-name patterns. Slurm gives: %x is the job's name, %j its id, %t the task's rank, so each task has a file.
echo "to standard output"
echo "to standard error" >&2
srun --output=%x-%j-task%t.txt bash -c 'echo "from task $SLURM_PROCID"'
cat "patterns-$SLURM_JOB_ID-task0.txt" "patterns-$SLURM_JOB_ID-task1.txt"
