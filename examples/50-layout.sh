#!/bin/bash
#SBATCH --job-name=layout
#SBATCH --nodes=3
#SBATCH --ntasks-per-node=2
#SBATCH --distribution=cyclic
#SBATCH --time=2
# Which task runs on which node, by option, by variable and by a file of hosts; and more tasks than cpus.
where() {
  local name=$1
  shift
  echo "$name: $(srun --mpi=none "$@" bash -c 'echo $SLURM_PROCID $SLURM_NODEID/$SLURM_LOCALID' | sort -n | cut -d' ' -f2 | paste -sd' ')"
}
echo "the job says $SLURM_DISTRIBUTION"
where "as the job"
where block -m block
where plane -m plane=2 -n5 -N2 -O
echo "$(srun --mpi=none -m plane=2 bash -c '((SLURM_PROCID)) || echo told $SLURM_DISTRIBUTION $SLURM_DIST_PLANESIZE: $SLURM_STEP_TASKS_PER_NODE')"
nodes=($(scontrol show hostnames))
printf '%s\n' "${nodes[@]:2:1}" "${nodes[@]:0:1}" "${nodes[@]:2:1}" "${nodes[@]:1:1}" > hosts-$SLURM_JOB_ID
SLURM_HOSTFILE=$PWD/hosts-$SLURM_JOB_ID where "by a file" -n4
SLURM_HOSTFILE=$PWD/hosts-$SLURM_JOB_ID where "the first of a file" -n2
srun --mpi=none -N1 -n3 true 2> /dev/null || echo "three tasks do not fit on two cpus"
where overcommitted -m block -N1 -n3 -O
