#!/bin/bash
#SBATCH --job-name=step-control
#SBATCH --nodes=1
#SBATCH --ntasks=2
#SBATCH --time=2
# What srun does around its tasks: many programs, an end when one fails, input, programs before each task.
cat > programs-$SLURM_JOB_ID << 'EOF'
0 echo first %t %o
1 echo "second" %t %o a\ b
EOF
srun -n2 --multi-prog programs-$SLURM_JOB_ID
srun -n2 -K bash -c '[[ $SLURM_PROCID == 1 ]] && exit 7; sleep 60'
echo "killed on bad exit: $?"
srun -n2 --wait=1 bash -c '[[ $SLURM_PROCID == 1 ]] || sleep 60'
(($? > 0)) && echo "ended after the first"
echo "from a pipe" | srun -n1 --input=none cat
echo "from a file" > input-$SLURM_JOB_ID
srun -n2 --input=input-$SLURM_JOB_ID cat
printf '#!/bin/bash\necho export WHO=prolog\necho print said before the task\n' > prolog-$SLURM_JOB_ID
chmod +x prolog-$SLURM_JOB_ID
srun -n1 --task-prolog=$PWD/prolog-$SLURM_JOB_ID --mpi=none --cpu-bind=none bash -c 'echo "set by $WHO"'
