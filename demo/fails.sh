#!/bin/bash
#SBATCH --job-name=fails
#SBATCH --time=1:00
# Ends with exit code 3, which must be what accounting says.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
sleep 2
echo "Something is wrong on purpose." >&2
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
exit 3
