#!/bin/bash
#SBATCH --job-name=heredoc
#SBATCH --time=5
# Inline input and inline programs; quotes, dollars and percents must arrive as they are.
cat >input.$SLURM_JOB_ID <<END
alpha 1
beta 2
gamma 3
END
awk '{ printf "%s=%d%%\n", $1, $2 * 10 }' input.$SLURM_JOB_ID
cat <<'END'
a literal $HOME, a "quoted word", a back\slash and 100%j
END
rm input.$SLURM_JOB_ID
