#!/bin/bash
#SBATCH --job-name=warned
#SBATCH --time=1
#SBATCH --signal=B:USR1@50
# A signal before the limit, to the script alone: here it saves its work and says so by its exit code.
trap 'echo "warned in time"; exit 3' USR1
echo started
sleep 50 &
wait
echo "never reached"
