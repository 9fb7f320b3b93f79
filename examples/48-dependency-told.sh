#!/bin/bash
#SBATCH --job-name=dependency-told
#SBATCH --time=1
# What a job is told of what it waited for.
log=dependency-told-$SLURM_JOB_ID.out
first=$(sbatch --parsable -t 1 -o /dev/null --wrap true)
sbatch -t 1 -o /dev/null -d afterany:$first --wrap "echo waited for \$SLURM_JOB_DEPENDENCY | sed s/$first/FIRST/ >>$log"
