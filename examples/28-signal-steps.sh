#!/bin/bash
#SBATCH --job-name=warned-steps
#SBATCH --ntasks=2
#SBATCH --nodes=1
#SBATCH --time=1
#SBATCH --signal=USR2@50
# The same to the tasks of steps. The script, which does not get it, goes on.
srun bash -c 'trap "echo task \$SLURM_PROCID warned; exit 0" USR2; sleep 50 & wait'
echo "the script goes on"
