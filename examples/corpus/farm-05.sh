#!/bin/bash --login
#SBATCH --job-name="farm"
#SBATCH --nodes=1
#SBATCH --ntasks=8
#SBATCH --mem-per-cpu=1G
#SBATCH -t 5:00:00
#SBATCH -o farm.log
#SBATCH --no-kill
##SBATCH --qos=later

for f in input/*.dat; do
  srun --exclusive -N1 -n1 --mem=500M ./solve "$f" &
done
wait
