#!/bin/sh
#SBATCH --job-name=farm
#SBATCH --nodes=1
#SBATCH --ntasks=32
#SBATCH --time 2:00:00
#SBATCH -o farm.log
##SBATCH --qos=later

for f in input/*.dat; do
  srun --exclusive -N1 -n1 --mem=500M ./solve "$f" &
done
wait
