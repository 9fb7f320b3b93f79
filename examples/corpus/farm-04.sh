#!/usr/bin/env bash
#SBATCH --job-name farm
#SBATCH --nodes=1
#SBATCH --ntasks=16
#SBATCH --mem-per-cpu=500M
#SBATCH -t 5:00:00
#SBATCH -o farm.log

for f in input/*.dat; do
  srun --exclusive -N1 -n1 --mem=500M ./solve "$f" &
done
wait
