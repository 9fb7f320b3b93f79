#!/bin/bash
#SBATCH --job-name=cancel-some
#SBATCH --time=1
# Some elements are cancelled before they start; the others remain.
a=$(sbatch --parsable -H -t 1 -o /dev/null --array=1-6 --wrap true)
scancel "${a}_[2-3]" ${a}_6
until [ "$(squeue -h -r -j $a -t PD -o %K | wc -l)" = 3 ]; do sleep 0.1; done
squeue -h -j $a -t PD -o %i | sed "s/$a/A/"
scancel $a
