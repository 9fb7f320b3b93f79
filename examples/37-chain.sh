#!/bin/bash
#SBATCH --job-name=chain
#SBATCH --time=1
# Three jobs, one after the other: the way that pipelines are submitted.
log=chain-$SLURM_JOB_ID.out
first=$(sbatch --parsable -t 1 -o /dev/null --wrap "echo one >>$log")
second=$(sbatch --parsable -t 1 -o /dev/null -d afterok:$first --wrap "echo two after \$(cat $log) >>$log")
sbatch -t 1 -o /dev/null --dependency=afterok:$first:$second --wrap "echo three after \$(tail -n 1 $log) >>$log"
