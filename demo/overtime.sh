#!/bin/bash
#SBATCH --job-name=overtime
#SBATCH --time=0:05
# Has five seconds and wants a minute.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
sleep 60
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
