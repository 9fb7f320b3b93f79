#!/bin/bash
#SBATCH --job-name=latin-1
#SBATCH --time=1
# A script in ISO 8859-1, byte for byte: crème brûlée.
echo "café" | od -An -tx1
