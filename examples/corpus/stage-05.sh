#!/usr/bin/env bash

#SBATCH -J stage72
#SBATCH -n 1
#SBATCH --mem 1G
#SBATCH --time 00:45:00
#SBATCH --partition=batch
#SBATCH -A PHY0123
#SBATCH -o stage.log

./stage.sh && sbatch next.sh
seff $SLURM_JOB_ID || true
