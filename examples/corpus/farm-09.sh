#!/usr/bin/env bash
#SBATCH -J farm
#SBATCH --nodes=1
#SBATCH --ntasks=16
#SBATCH --time=2:00:00
#SBATCH --output=farm-%j.out

for f in input/*.dat; do
  srun --exclusive -N1 -n1 --mem=500M ./solve "$f" &
done
wait
