#!/bin/bash
# submitit: its scripts, sacct's states, a signal before the limit, a job that puts itself back into the queue, arrays.
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

cat > array.sh << END
#!/bin/bash
#SBATCH --array=0-3%2
#SBATCH --job-name=submitit
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=1
#SBATCH --output=$folder/%A_%a_0_log.out
#SBATCH --error=$folder/%A_%a_0_log.err
#SBATCH --open-mode=append
#SBATCH --signal=USR2@90
#SBATCH --time=10
#SBATCH --wckey=submitit
srun --unbuffered --output $folder/%A_%a_%t_task.out bash $folder/element.sh
END
cat > element.sh << 'EOF2'
echo "element $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_JOB_ID, run ${SLURM_RESTART_COUNT:-0}"
[[ $SLURM_ARRAY_TASK_ID == 2 ]] && exit 1
while ! [[ -e go ]]; do sleep 0.1; done
EOF2
id=$(sbatch --parsable array.sh)
until_is "element 1 of $id, run 0" bash -c "cat ${id}_1_0_task.out 2>/dev/null || true"
table=$(sacct -o JobID,State,NodeList --parsable2 -j "$id")
expect "$(grep "^${id}_1|" <<< "$table")" "${id}_1\\|RUNNING\\|[A-Za-z0-9-]+" "sacct's line of an element"
expect "$(grep "^${id}_\[" <<< "$table")" "${id}_\\[2-3%2\\]\\|PENDING\\|(None assigned)?" "sacct's line of those that wait"
scontrol requeue "${id}_1"
until_is "element 1 of $id, run 1" bash -c "tail -1 ${id}_1_0_task.out"
touch go
states() { sacct -X -n -o JobID,State --parsable2 -j "$id" | sort | paste -sd' '; }
until_is "${id}_0|COMPLETED ${id}_1|COMPLETED ${id}_2|FAILED ${id}_3|COMPLETED" states
