#!/bin/bash
#SBATCH --job-name=fan-in
#SBATCH --time=1
# An array, and one job that collects when all its elements are well.
log=fan-in-$SLURM_JOB_ID.out
parts=$(sbatch --parsable -t 1 -o /dev/null --array=1-5 --wrap "echo part >fan-in-$SLURM_JOB_ID-\$SLURM_ARRAY_TASK_ID")
sbatch -t 1 -o /dev/null -d afterok:$parts --wrap "echo \$(cat fan-in-$SLURM_JOB_ID-[1-5] | wc -l) parts >>$log"
