#!/bin/bash
#SBATCH --job-name=not-a-dependency
#SBATCH --time=1
# A dependency on what is no job is refused.
sbatch -t 1 -o /dev/null -d afterok:one --wrap true || echo "refused: $?"
sbatch -t 1 -o /dev/null -d afterwards:1 --wrap true || echo "refused again: $?"
