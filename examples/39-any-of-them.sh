#!/bin/bash
#SBATCH --job-name=any-of-them
#SBATCH --time=1
# A question mark between dependencies: one of them is enough.
log=any-of-them-$SLURM_JOB_ID.out
bad=$(sbatch --parsable -t 1 -o /dev/null --wrap 'exit 1')
good=$(sbatch --parsable -t 1 -o /dev/null --wrap 'exit 0')
sbatch -t 1 -o /dev/null -d "afterok:$bad?afterok:$good" --wrap "echo one of them was well >>$log"
