#!/bin/bash
#SBATCH --job-name=restart
#SBATCH --requeue
#SBATCH --comment="can run again"
#SBATCH --time=5
# A job that may be run again after the loss of a node. Slurm gives: SLURM_RESTART_COUNT is unset or 0 the first time.
if [ "${SLURM_RESTART_COUNT:-0}" -eq 0 ]; then
  echo "a fresh start"
else
  echo "resuming from the checkpoint, run $SLURM_RESTART_COUNT"
fi
