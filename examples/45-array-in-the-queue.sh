#!/bin/bash
#SBATCH --job-name=array-in-the-queue
#SBATCH --time=1
# An array that waits is one line of the queue, and with -r one for each element.
a=$(sbatch --parsable -H -t 1 -o /dev/null --array=4-9%2 --wrap true)
squeue -h -j $a -o '%i %K %t' | sed "s/$a/A/"
squeue -h -r -j $a -o '%i %K' | sed "s/$a/A/"
scancel $a
