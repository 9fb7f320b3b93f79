#!/bin/bash
#SBATCH --job-name=no-such-job
#SBATCH --time=1
# A dependency on a job that there never was.
sbatch -t 1 -o /dev/null -d afterok:987654 --wrap true && echo "taken"
sbatch -t 1 -o /dev/null -d afterok:one --wrap true || echo "refused: $?"
