#!/bin/bash
#SBATCH --job-name=why-it-waits
#SBATCH --time=1
# A job that waits for a held one, as squeue and scontrol show it.
first=$(sbatch --parsable -H -t 1 -o /dev/null --wrap true)
second=$(sbatch --parsable -t 1 -o /dev/null -d afterok:$first --wrap true)
until squeue -h -j $second -o %r | grep -q Dependency; do sleep 0.1; done
squeue -h -j $second -o '%t %r %E' | sed "s/$first/FIRST/"
scontrol -o show job $second | tr ' ' '\n' | grep -E '^(JobState|Reason|Dependency)=' | sed "s/$first/FIRST/"
scancel $first $second
