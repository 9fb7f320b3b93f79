#!/bin/bash
#SBATCH --job-name=background
#SBATCH --time=5
# Background work inside one task. Slurm gives: the shell's own job control, exit codes by wait.
work() { sleep 0.2; exit "$1"; }
work 0 & first=$!
work 3 & second=$!
wait "$first"; echo "first ended with $?"
wait "$second"; echo "second ended with $?"
