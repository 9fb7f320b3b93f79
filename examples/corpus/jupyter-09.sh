#!/bin/bash --login
#SBATCH --job-name jupyter
#SBATCH -p interactive
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem 16G
#SBATCH --time=8:00:00
#SBATCH --output=slurm-%j.out
#SBATCH --error=slurm-%j.err

port=$((8000 + RANDOM % 1000))
echo "ssh -N -L $port:$(hostname):$port $USER@login"
jupyter lab --no-browser --ip=$(hostname) --port=$port
