#!/bin/bash --login
#SBATCH -J jupyter
#SBATCH -p short
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4   # adjust
#SBATCH --mem=16G
#SBATCH --time 8:00:00
#SBATCH --output=%x.%j.log
#SBATCH --qos=interactive

port=$((8000 + RANDOM % 1000))
echo "ssh -N -L $port:$(hostname):$port $USER@login"
jupyter lab --no-browser --ip=$(hostname) --port=$port
