#!/bin/bash
#SBATCH --job-name=jupyter
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem 8G
#SBATCH -t 8:00:00
#SBATCH --gpus=1
#SBATCH --output=%x.%j.log

port=$((8000 + RANDOM % 1000))
echo "ssh -N -L $port:$(hostname):$port $USER@login"
jupyter lab --no-browser --ip=$(hostname) --port=$port
