#!/bin/bash
# Components of a job pack on the command line: a colon stands between them. Memory is the first one's, as nothing else is said.
sbatch --wait --output=inner.%j.out --job-name=inner --ntasks=1 --time=2 : --ntasks=2 \
  --wrap 'srun --het-group=0,1 bash -c "echo task \$SLURM_PROCID of \$SLURM_NTASKS in \$SLURM_HET_SIZE components" | sort' >submitted.txt
cat inner.*.out
rm -f inner.*.out submitted.txt
