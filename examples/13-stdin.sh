#!/bin/bash
#SBATCH --job-name=stdin
#SBATCH --nodes=2
#SBATCH --ntasks=2
#SBATCH --time=5
# Standard input of a step. Slurm gives: what srun reads goes to every task, and the end of input reaches them too.
echo "one line for all" | srun bash -c 'read -r line; echo "task $SLURM_PROCID read: $line"'
printf '%s\n' c a b | srun -N 1 -n 1 sort | tr '\n' ' '
echo
