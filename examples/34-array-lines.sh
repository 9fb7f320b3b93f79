#!/bin/bash
#SBATCH --job-name=lines
#SBATCH -a 2,4-5
#SBATCH --time=1
# The usual way to go through a list: one element for each line that is wanted.
sample=$(sed -n "${SLURM_ARRAY_TASK_ID}p" <<END
ant
bee
cat
dog
emu
END
)
echo "sample $sample"
