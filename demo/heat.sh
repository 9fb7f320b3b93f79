#!/bin/bash
#SBATCH --job-name=heat
#SBATCH --time=10:00
# Heats a plate: a program that changes size while it computes. $1: least time of a step in milliseconds.
echo "start $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
srun "$DEMO_JAVA" -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$DEMO_IMP" io.pliant.imp.examples.Heat \
  --rows 120 --steps 3000 --step-ms "$1" --until "$DEMO_MARKS/hurry" || exit
echo "end $(date +%T.%N)" >>"$DEMO_MARKS/$SLURM_JOB_ID"
