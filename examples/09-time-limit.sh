#!/bin/bash
#SBATCH --job-name=time-limit
#SBATCH --time=00:00:05
# A job that runs into its time limit and saves its work. Slurm gives: SIGTERM to the script and its processes at the
# limit (which it rounds up to a minute), the trap runs, state TIMEOUT.
save() {
  echo "saving at the limit"
  exit 0
}
trap save TERM
echo "working"
for i in $(seq 600); do
  sleep 0.5 &
  wait $!
done
echo "never reached"
