#!/bin/bash
#SBATCH --job-name=steps
#SBATCH --nodes=2
#SBATCH --ntasks=2
#SBATCH --time=1:00
# Two steps at the same time, one on each node, then one over both.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
srun -N1 -n1 bash -c 'echo "left half on $SLURMD_NODENAME"; sleep 2' &
srun -N1 -n1 bash -c 'echo "right half on $SLURMD_NODENAME"; sleep 1' &
wait
srun bash -c 'echo "both: rank $SLURM_PROCID"; echo "rank $SLURM_PROCID" >>"$DEMO_MARKS/$SLURM_JOB_ID"'
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
