#!/bin/bash
#SBATCH --job-name=steps
#SBATCH --nodes=2
#SBATCH --ntasks=2
#SBATCH --time=5:00
# Steps one after the other. Slurm gives: steps are numbered from 0; srun without options uses all tasks of the job.
srun -n 1 bash -c 'echo "prepare is step $SLURM_STEP_ID"'
srun bash -c 'echo "compute is step $SLURM_STEP_ID, task $SLURM_PROCID of $SLURM_STEP_NUM_TASKS"'
srun --nodes=1 --ntasks=1 bash -c 'echo "collect is step $SLURM_STEP_ID"'
echo "all steps of job $SLURM_JOB_ID are over"
