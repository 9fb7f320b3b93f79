#!/bin/bash
#SBATCH --job-name=after-failure
#SBATCH --time=1
# What comes after a failure. Slurm gives: the job that wanted success never runs, the two others do.
log=after-failure-$SLURM_JOB_ID.out
bad=$(sbatch --parsable -t 1 -o /dev/null --wrap 'exit 3')
good=$(sbatch --parsable -t 1 -o /dev/null --kill-on-invalid-dep=yes -d afterok:$bad --wrap "echo never reached >>$log")
sbatch -t 1 -o /dev/null -d afternotok:$bad --wrap "echo cleaned up >>$log"
sbatch -t 1 -o /dev/null -d afterany:$good --wrap "echo over in any way >>$log"
