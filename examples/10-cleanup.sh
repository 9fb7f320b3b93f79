#!/bin/bash
#SBATCH --job-name=cleanup
#SBATCH --time=5
# A scratch folder that is removed whatever happens. Slurm gives: traps work as in any shell, state COMPLETED.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"; echo "scratch removed"' EXIT
seq 100 >"$scratch/numbers"
echo "sum is $(awk '{ sum += $1 } END { print sum }' "$scratch/numbers")"
