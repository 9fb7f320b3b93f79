#!/bin/bash
#SBATCH --job-name=cancelled
#SBATCH --time=5:00
# Would run for minutes; the demo cancels it.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
sleep 200
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
