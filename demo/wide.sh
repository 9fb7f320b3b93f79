#!/bin/bash
#SBATCH --job-name=wide
#SBATCH --nodes=3
#SBATCH --exclusive
#SBATCH --time=1:00
# Needs three whole nodes: it has to wait until that many are empty.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
srun bash -c 'echo "rank $SLURM_PROCID on $SLURMD_NODENAME"; echo "rank $SLURM_PROCID" >>"$DEMO_MARKS/$SLURM_JOB_ID"; sleep 1'
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
