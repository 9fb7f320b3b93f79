#!/bin/bash
#SBATCH --job-name=killed
#SBATCH --time=5
# A script ended by a signal. Slurm gives: state FAILED, exit code 0:11.
echo "about to fault"
kill -SEGV $$
