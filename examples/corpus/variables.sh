#!/usr/bin/env bash
# Runs the scripts that it is given with the sbatch that is first on PATH, each with its own #SBATCH lines but another body,
# and leaves in FOLDER/NAME the variables that the body sees and, after "step", those of the first task of an srun. All
# nodes may be emulated on one machine: steps of more than 16 tasks are left out.
#   examples/corpus/slurm-up.sh; . ${TMPDIR:-/tmp}/slurm-bench.current/env    # or: pliant up, and libexec/slurm first on PATH
#   examples/corpus/variables.sh FOLDER SCRIPT...                             # FOLDER must be there
set -u
OUT=$(realpath "$1") || exit 1
shift
SCRIPTS=$(realpath "$@") || exit 1
mkdir -p "$OUT/work" && cd "$OUT/work" || exit 1
KEEP='^(SLURM|CUDA|ROCR|ZE|GPU|OMP)'
for script in $SCRIPTS; do
  name=$(basename "$script")
  # All lines up to the first that is neither empty nor a comment are the head: there sbatch stops reading options.
  { perl -ne 'last unless /^#/ || /^\s*$/; print' "$script"
    cat <<END
PATH=$PATH
part=$OUT/$name.part.\$SLURM_JOB_ID
env | grep -E '$KEEP' | LC_ALL=C sort > \$part
if [ \$(( (\${SLURM_TASKS_PER_NODE%%[!0-9]*} + 0) * SLURM_JOB_NUM_NODES )) -le 16 ]; then
  echo step >> \$part
  srun --mpi=none bash -c 'if [ "\$SLURM_PROCID" = 0 ]; then env | grep -E "$KEEP" | LC_ALL=C sort >> '\$part'; fi' 2> $OUT/$name.srun
fi
mv \$part $OUT/$name
END
  } > "$OUT/work/$name"
  sbatch -p main --begin=now -D "$OUT/work" -o /dev/null -e /dev/null "$OUT/work/$name" > "$OUT/$name.said" 2>&1 < /dev/null ||
    echo "$name: $(cat "$OUT/$name.said")"
done
for _ in $(seq 600); do
  [ -z "$(squeue -h -t R,CG,CF -o %i)" ] && [ -z "$(squeue -h -t PD -o %r | grep -E '^(None|Resources|Priority)$')" ] && break
  sleep 0.5
done
squeue
