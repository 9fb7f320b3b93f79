#!/bin/bash -l
#SBATCH --job-name=farm
#SBATCH --nodes=1
#SBATCH --ntasks=32
#SBATCH --time 5:00:00
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err
#SBATCH -w n001,n002
#SBATCH -v

for f in input/*.dat; do
  srun --exclusive -N1 -n1 --mem=500M ./solve "$f" &
done
wait
