#!/bin/bash
#SBATCH --job-name=long
#SBATCH --time=5:00
#SBATCH --requeue
# Works second by second, and is still at it when a controller dies. It must not notice.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
for ((second = 1; second <= $1; second++)); do
  sleep 1
  echo "second $second"
done
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
