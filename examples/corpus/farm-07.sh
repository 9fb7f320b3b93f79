#!/bin/sh
#SBATCH --job-name=farm
#SBATCH --nodes=2
#SBATCH --ntasks=16
#SBATCH --time=2:00:00
#SBATCH -w n001,n002

for f in input/*.dat; do
  srun --exclusive -N1 -n1 --mem=500M ./solve "$f" &
done
wait
