#!/bin/bash
#SBATCH --job-name=overrun
#SBATCH --time=00:00:05
# A job that runs into its time limit and does not care. Slurm gives: SIGTERM at the limit (which it rounds up to a
# minute), SIGKILL some seconds later to what is left, state TIMEOUT, exit code 0:15.
echo "working"
sleep 600
echo "never reached"
