#!/bin/bash
# submitit: its scripts, sacct's states, a signal before the limit, and a job that puts itself back into the queue.
. "${BASH_SOURCE%/*}/lib.sh"

cat > submission.sh << EOF
#!/bin/bash
#SBATCH --job-name=submitit
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=1
#SBATCH --output=$folder/%j_0_log.out
#SBATCH --error=$folder/%j_0_log.err
#SBATCH --open-mode=append
#SBATCH --signal=USR2@90
#SBATCH --time=10
#SBATCH --wckey=submitit
srun --unbuffered --output $folder/%j_%t_task.out --error $folder/%j_%t_task.err bash $folder/task.sh
EOF
cat > task.sh << 'EOF'
echo "run ${SLURM_RESTART_COUNT:-0}"
if [[ ${SLURM_RESTART_COUNT:-0} == 0 ]]; then
  trap 'scontrol requeue "$SLURM_JOB_ID"' USR2
  while :; do sleep 0.1; done
fi
EOF
submitted=$(sbatch submission.sh)
expect "$submitted" 'Submitted batch job [0-9]+' "sbatch"
id=${submitted##* }

until_is 'run 0' bash -c "cat ${id}_0_task.out 2>/dev/null || true"
table=$(sacct -o JobID,State,NodeList --parsable2 -j "$id")
expect "$(head -1 <<< "$table")" 'JobID\|State\|NodeList' "sacct's titles"
expect "$(grep "^$id|" <<< "$table")" "$id\\|RUNNING\\|[A-Za-z0-9-]+" "sacct's line of the job"
expect "$(grep "^$id.0|" <<< "$table")" "$id\\.0\\|RUNNING\\|[A-Za-z0-9-]+" "sacct's line of the step"

scancel "$id" --signal USR2
state() { sacct -X -n -P -o State -j "$id"; }
until_is COMPLETED state
expect "$(tail -1 "${id}_0_task.out")" 'run 1' "the second run"
expect "$(sacct -X -n -P -o WCKey -j "$id")" submitit "sacct's wckey"
