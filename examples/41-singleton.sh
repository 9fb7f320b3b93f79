#!/bin/bash
#SBATCH --job-name=singleton
#SBATCH --time=1
# One of a name at a time, in the order in which they came.
log=singleton-$SLURM_JOB_ID.out
for i in 1 2 3; do
  sbatch -t 1 -o /dev/null -J one-of-$SLURM_JOB_ID -d singleton --wrap "echo -n begin $i, >>$log; sleep 0.2; echo ' end $i' >>$log"
done
