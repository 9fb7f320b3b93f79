#!/bin/bash
#SBATCH --job-name=after-start
#SBATCH --time=1
# After the start of another. Slurm gives: the second runs while the first does.
log=after-start-$SLURM_JOB_ID.out
first=$(sbatch --parsable -t 1 -o /dev/null --wrap "until [ -s $log ]; do sleep 0.1; done; echo first saw it >>$log")
sbatch -t 1 -o /dev/null -d after:$first --wrap "echo second has started >>$log"
