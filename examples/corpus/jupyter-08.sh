#!/bin/sh
#SBATCH --job-name=jupyter
#SBATCH -p interactive
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --mem 16G
#SBATCH --time 4:00:00
##SBATCH --qos=later

port=$((8000 + RANDOM % 1000))
echo "ssh -N -L $port:$(hostname):$port $USER@login"
jupyter lab --no-browser --ip=$(hostname) --port=$port
