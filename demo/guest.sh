#!/bin/bash
#SBATCH --job-name=guest
#SBATCH --nodes=6
#SBATCH --time=1:00
# A job of a fixed size that needs nodes which another one holds. $1: seconds of work.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
srun bash -c 'echo "rank $SLURM_PROCID on $SLURMD_NODENAME"; echo "rank $SLURM_PROCID" >>"$DEMO_MARKS/$SLURM_JOB_ID"'
sleep "$1"
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
