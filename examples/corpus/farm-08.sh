#!/bin/sh

#SBATCH --job-name farm
#SBATCH --nodes=2
#SBATCH --ntasks=16
#SBATCH -t 5:00:00
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err   # see wiki

for f in input/*.dat; do
  srun --exclusive -N1 -n1 --mem=500M ./solve "$f" &
done
wait
