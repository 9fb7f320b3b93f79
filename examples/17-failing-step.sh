#!/bin/bash
#SBATCH --job-name=failing-step
#SBATCH --time=5
# A step that fails inside a script that goes on. Slurm gives: srun returns the task's exit code; the job's own is
# that of its script, COMPLETED 0:0.
srun -n 1 bash -c 'exit 3'
echo "the step returned $?"
srun -n 1 true
echo "the next one returned $?"
