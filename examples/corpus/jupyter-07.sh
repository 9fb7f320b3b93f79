#!/bin/bash --login

#SBATCH -J jupyter
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem 8G
#SBATCH --time=8:00:00
#SBATCH -o jupyter.log

port=$((8000 + RANDOM % 1000))
echo "ssh -N -L $port:$(hostname):$port $USER@login"
jupyter lab --no-browser --ip=$(hostname) --port=$port
