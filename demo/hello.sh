#!/bin/bash
#SBATCH --job-name=hello
#SBATCH --time=1:00
# One task on one cpu: says where it runs.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
echo "Hello from $SLURMD_NODENAME, job $SLURM_JOB_ID of $USER"
sleep "${1:-1}"
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
