#!/bin/bash -l
#SBATCH --job-name=farm
#SBATCH --nodes=2
#SBATCH --ntasks=32
#SBATCH --time=2:00:00
#SBATCH --output=%x.%j.log

for f in input/*.dat; do
  srun --exclusive -N1 -n1 --mem=500M ./solve "$f" &
done
wait
