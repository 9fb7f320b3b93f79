#!/usr/bin/env bash

#SBATCH -J jupyter
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --mem=16G
#SBATCH -t 8:00:00
#SBATCH -o jupyter.log
#PBS -l walltime=1:00:00

port=$((8000 + RANDOM % 1000))
echo "ssh -N -L $port:$(hostname):$port $USER@login"
jupyter lab --no-browser --ip=$(hostname) --port=$port
