#!/bin/bash
#SBATCH --job-name=exit-code
#SBATCH --time=5
# A script that fails. Slurm gives: state FAILED, exit code 7:0.
echo "about to fail"
exit 7
