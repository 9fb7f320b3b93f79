#!/bin/bash
#SBATCH --job-name=ranks
#SBATCH --nodes=2
#SBATCH --ntasks=4
#SBATCH --time=1:00
# A parallel step: four ranks on two nodes, each says who it is.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
srun --label bash -c '
  echo "rank $SLURM_PROCID of $SLURM_NTASKS on $SLURMD_NODENAME"
  echo "rank $SLURM_PROCID" >>"$DEMO_MARKS/$SLURM_JOB_ID"
  sleep 2'
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
