#!/bin/bash
#SBATCH --job-name=element-by-element
#SBATCH --time=1
# aftercorr: element 2 of the second array waits for element 2 of the first, and for no other.
log=element-by-element-$SLURM_JOB_ID.out
make=$(sbatch --parsable -t 1 -o /dev/null --array=1-3 --wrap "touch made-$SLURM_JOB_ID-\$SLURM_ARRAY_TASK_ID")
sbatch -t 1 -o /dev/null --array=1-3 -d aftercorr:$make \
  --wrap "[ -e made-$SLURM_JOB_ID-\$SLURM_ARRAY_TASK_ID ] && echo used \$SLURM_ARRAY_TASK_ID >>$log"
