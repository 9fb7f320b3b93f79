#!/bin/bash
#SBATCH --job-name=sweep
#SBATCH --time=1:00
# One point of a parameter sweep: several of these pass through the queue.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
point=$1
sleep "$2"
echo "point $point: $((point * point))"
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
