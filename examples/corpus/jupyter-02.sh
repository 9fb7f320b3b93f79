#!/bin/bash --login
#SBATCH --job-name jupyter
#SBATCH --partition=debug
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem=8G
#SBATCH --time 8:00:00
#SBATCH --output=%x.%j.log
#PBS -l walltime=1:00:00

port=$((8000 + RANDOM % 1000))
echo "ssh -N -L $port:$(hostname):$port $USER@login"
jupyter lab --no-browser --ip=$(hostname) --port=$port
