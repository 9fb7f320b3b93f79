#!/bin/bash
# Nextflow's executor for Slurm, and its arrays.
. "${BASH_SOURCE%/*}/lib.sh"

cat > .command.run << EOF
#!/bin/bash
#SBATCH -J nf-align
#SBATCH -o $folder/.command.log
#SBATCH --no-requeue
#SBATCH --signal B:USR2@30
#SBATCH -c 1
#SBATCH -t 00:10:00
#SBATCH --mem 64M
#SBATCH -p $partition
echo "task \$SLURM_JOB_ID"
exit 3
EOF
submitted=$(sbatch .command.run)
expect "$submitted" 'Submitted batch job [0-9]+' "sbatch"
id=${submitted##* }

poll() { squeue --noheader -o '%i %t' -t all -p "$partition" -u "$user" | grep "^$id " || true; }
until_is "$id F" poll
expect "$(squeue --noheader -o '%i %t' -t all --only-job-state | grep "^$id ")" "$id F" "squeue --only-job-state"
expect "$(cat .command.log)" "task $id" "the task's output"

id=$(sbatch -J nf-long -o /dev/null --no-requeue -c 1 -t 00:10:00 --mem 64M -p "$partition" --wrap 'sleep 300' --parsable)
scancel "$id"
until_is "$id CA" poll

cat > .command.array << END
#!/bin/bash
#SBATCH --array 0-2
#SBATCH -J nf-count_(1)
#SBATCH -o /dev/null
#SBATCH --no-requeue
#SBATCH --signal B:USR2@30
#SBATCH -t 00:10:00
#SBATCH --mem 64M
#SBATCH -p $partition
exit \$SLURM_ARRAY_TASK_ID
END
submitted=$(sbatch .command.array)
expect "$submitted" 'Submitted batch job [0-9]+' "sbatch of an array"
id=${submitted##* }
elements() { squeue --noheader -o '%i %t' -t all -p "$partition" -u "$user" | grep "^${id}_" | sort | paste -sd' ' || true; }
until_is "${id}_0 CD ${id}_1 F ${id}_2 F" elements
