#!/bin/bash
#SBATCH --job-name=volume
#SBATCH --nodes=2
#SBATCH --ntasks=2
#SBATCH --time=5
# A lot of output from a step. Slurm gives: every line, whole, and no line twice.
srun bash -c 'seq -f "task $SLURM_PROCID line %.0f" 1 20000' >volume.$SLURM_JOB_ID
echo "lines: $(wc -l <volume.$SLURM_JOB_ID)"
echo "different lines: $(sort -u volume.$SLURM_JOB_ID | wc -l)"
rm volume.$SLURM_JOB_ID
