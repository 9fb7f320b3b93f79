#!/usr/bin/env bash
# Runs every example under the real Slurm that bench/slurm/up.sh started, and compares with expected.tsv: this is how we
# know what Slurm gives.   MINJOBAGE=900 CPUS=2 bench/slurm/up.sh 4; examples/against-slurm.sh [SCRIPT...]; bench/slurm/down.sh
# Job packs need its backfill scheduler: SCHED=sched/backfill SCHED_PARAMS=bf_interval=1 before up.sh
set -u
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "${SLURM_BENCH_DIR:-${TMPDIR:-/tmp}/slurm-bench.current}/env" || exit 1
WORK=$(mktemp -d) || exit 1
cd "$WORK" || exit 1
trap 'rm -rf "$WORK"' EXIT
bad=0 good=0
field() { scontrol show job "$1" | tr ' ' '\n' | sed -n "s/^$2=//p" | sort -r | head -1; }
# a job that is submitted by an example may run after it
has_line() { # FILE REGEX
  for _ in $(seq 300); do
    [ -f "$1" ] && perl -ne 'BEGIN { $r = shift } $f = 1 if /^(?:$r)$/; END { exit !$f }' "$2" "$1" && return
    sleep 0.1
  done
  return 1
}
declare -A id
scripts=("$@")
[ $# -gt 0 ] || scripts=($(awk -F'\t' '!/^#/ && !seen[$1]++ { print $1 }' "$HERE/expected.tsv"))
for s in "${scripts[@]}"; do
  IFS=, read -r -a arguments <<<"$(awk -F'\t' -v s="$s" '$1 == s { print $2; exit }' "$HERE/expected.tsv")"
  id[$s]=$(sbatch --parsable "$HERE/$s" "${arguments[@]}")
done
for s in "${scripts[@]}"; do
  for _ in $(seq 900); do
    case $(field "${id[$s]}" JobState) in PENDING | RUNNING | COMPLETING | CONFIGURING) sleep 0.2 ;; *) break ;; esac
  done
  while IFS=$'\t' read -r script _ state exit file regex; do
    [ "$script" = "$s" ] || continue
    file=${file//\{id\}/${id[$s]}} regex=${regex//\{id\}/${id[$s]}}
    got="$(field "${id[$s]}" JobState) $(field "${id[$s]}" ExitCode)"
    if [ "$got" = "$state $exit" ] && { [ "$regex" = '(?!never reached).*' ] || has_line "$file" "$regex"; }; then
      good=$((good + 1))
    else
      bad=$((bad + 1))
      echo "$s: expected $state $exit and /$regex/ in $file, but got $got and:"
      sed 's/^/    /' "$file" | head -20
    fi
  done < <(sed 's/\t\t/\t-\t/' "$HERE/expected.tsv")
done
echo "$good as expected, $bad not"
[ $bad = 0 ]
