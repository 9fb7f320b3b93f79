#!/bin/bash
#SBATCH --job-name=folder
#SBATCH --chdir=/tmp
#SBATCH --output=/tmp/folder-%j.out
#SBATCH --time=5
# Where a job runs. Slurm gives: script and steps start in the folder of --chdir.
echo "script in $PWD"
srun -n 1 bash -c 'echo "step in $PWD"'
echo "submitted from a folder: $([ -d "$SLURM_SUBMIT_DIR" ] && echo yes)"
