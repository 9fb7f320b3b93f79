#!/bin/bash
#SBATCH --job-name="farm"
#SBATCH --nodes=1
#SBATCH --ntasks=32   # max on this queue
#SBATCH --mem-per-cpu=500M
#SBATCH --time 2:00:00

for f in input/*.dat; do
  srun --exclusive -N1 -n1 --mem=500M ./solve "$f" &
done
wait
