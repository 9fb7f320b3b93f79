#!/bin/bash
# A program for each component of a job pack, in one world of ranks.
#SBATCH --nodes=1 --ntasks=1
#SBATCH hetjob
#SBATCH --nodes=1 --ntasks=2
#SBATCH hetjob
#SBATCH --nodes=1 --ntasks=2
srun --het-group=0 bash -c 'echo "controller is rank $SLURM_PROCID"' : --het-group=1 -n2 bash -c 'echo "worker is rank $SLURM_PROCID"' : --het-group=2 -n1 bash -c 'echo "$0 is rank $SLURM_PROCID"' "the storer" | sort
