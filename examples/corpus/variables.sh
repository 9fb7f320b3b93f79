#!/usr/bin/env bash
# Runs the scripts that it is given with the sbatch that is first on PATH, each with its own #SBATCH lines but another body,
# and leaves in FOLDER/NAME the variables that the body sees and, after "step", those of the first task of an srun.
#   examples/corpus/variables.sh FOLDER SCRIPT...
set -u
OUT=$(realpath "$1") || exit 1
shift
mkdir -p "$OUT/work" && cd "$OUT/work" || exit 1
KEEP='^(SLURM|CUDA|ROCR|ZE|GPU|OMP)'
for script in "$@"; do
  name=$(basename "$script")
  # All lines up to the first that is neither empty nor a comment are the head: there sbatch stops reading options.
  { perl -ne 'last unless /^#/ || /^\s*$/; print' "$script"
    cat <<END
PATH=$PATH
: > $OUT/$name.part
env | grep -E '$KEEP' | LC_ALL=C sort >> $OUT/$name.part
if [ "\${SLURM_NTASKS:-1}" -le 16 ]; then
  echo step >> $OUT/$name.part
  srun --mpi=none bash -c 'if [ "\$SLURM_PROCID" = 0 ]; then env | grep -E "$KEEP" | LC_ALL=C sort >> $OUT/$name.part; fi' 2>> $OUT/$name.srun
fi
mv $OUT/$name.part $OUT/$name
END
  } > "$OUT/work/$name"
  sbatch -p main --begin=now "$OUT/work/$name" > "$OUT/$name.said" 2>&1 < /dev/null || echo "$name: $(cat "$OUT/$name.said")"
done
for _ in $(seq 1200); do
  [ -z "$(squeue -h -o %i)" ] && break
  sleep 0.5
done
squeue
