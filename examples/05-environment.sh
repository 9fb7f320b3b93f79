#!/bin/bash
#SBATCH --job-name=environment
#SBATCH --export=ALL,COLOUR=green
#SBATCH --time=5
# Variables: those of --export, those of the script, and a shell function. Slurm gives: the job sees COLOUR, and a step
# inherits what the script exports at the time of srun.
export SHAPE=round
greet() { echo "greetings from task $SLURM_PROCID"; }
export -f greet
echo "script: colour=$COLOUR"
srun -n 1 bash -c 'echo "step: colour=$COLOUR shape=$SHAPE"; greet'
echo "cluster=${SLURM_CLUSTER_NAME:+set} partition=${SLURM_JOB_PARTITION:+set} user=$SLURM_JOB_USER"
srun -n 1 bash -c 'echo "process=$((SLURM_TASK_PID - $$)) node=$([ "$SLURM_TOPOLOGY_ADDR" = "$SLURMD_NODENAME" ] && echo same) launch=${SLURM_LAUNCH_NODE_IPADDR:+set}"'
