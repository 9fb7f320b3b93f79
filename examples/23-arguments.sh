#!/bin/bash
#SBATCH --job-name=arguments
#SBATCH --time=5
# Words after the script's name are its arguments. Slurm gives: $1, $2 as at a prompt, spaces kept.
echo "$# arguments: [$1] [$2]"
