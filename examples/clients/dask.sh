#!/bin/bash
# Dask-jobqueue.
. "${BASH_SOURCE%/*}/lib.sh"

cat > worker.sh << 'EOF'
#!/usr/bin/env bash

#SBATCH -J dask-worker
#SBATCH -A science
#SBATCH -n 1
#SBATCH --cpus-per-task=1
#SBATCH --mem=64M
#SBATCH -t 00:30:00

sleep 300
EOF
submitted=$(sbatch worker.sh)
expect "$submitted" 'Submitted batch job [0-9]+' "sbatch"
id=${submitted##* }
until_is "$id R" squeue -h -j "$id" -o '%i %t'
scancel "$id"
state() { sacct -X -n -P -o State,Account -j "$id"; }
until_is 'CANCELLED|science' state
