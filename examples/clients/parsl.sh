#!/bin/bash
# parsl's SlurmProvider: sacct, and squeue where there is no accounting.
. "${BASH_SOURCE%/*}/lib.sh"

cat > parsl.block-0.sh << 'EOF'
#!/bin/bash
#SBATCH --job-name=parsl.block-0
#SBATCH --output=block-0.out
#SBATCH --error=block-0.err
#SBATCH --nodes=1
#SBATCH --time=00:10:00
#SBATCH --ntasks-per-node=2
#SBATCH --exclusive
srun --ntasks 2 -l bash cmd.sh
EOF
echo 'echo "worker $SLURM_PROCID"' > cmd.sh

sacct -X > accounting.txt
[[ $(head -1 accounting.txt) == JobID* ]] || fail "sacct -X: expected titles, but got: $(head -1 accounting.txt)"
one=$(sbatch parsl.block-0.sh)
one=${one##* }
two=$(sbatch --parsable -o /dev/null --wrap 'sleep 300')

states() { sacct -X --noheader --format=jobid,state%20 --job "$one,$two" | awk '{ print $1, $2 }' | grep "^$one "; }
until_is "$one COMPLETED" states
expect "$(sacct -X --noheader --format=jobid,state%20 --job "$one" | cat -A)" "$one +COMPLETED \\$" "sacct's columns"
until_is "$two R" squeue --noheader --format='%i %t' --job "$one,$two"
scancel "$two"
expect "$(sort block-0.out)" $'0: worker 0\n1: worker 1' "srun -l"
