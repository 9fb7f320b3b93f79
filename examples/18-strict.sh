#!/bin/bash
#SBATCH --job-name=strict
#SBATCH --nodes=2
#SBATCH --ntasks=2
#SBATCH --time=5
# A strict script ends at its first failing step. Slurm gives: state FAILED with the highest exit code of the step's tasks.
set -euo pipefail
srun bash -c 'exit $((SLURM_PROCID * 5))'
echo "never reached"
