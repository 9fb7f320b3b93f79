#!/bin/bash
# Steps of a job pack: one component, several, and numbers that hold for each of them.
#SBATCH --nodes=1 --ntasks=2
#SBATCH hetjob
#SBATCH --nodes=2
echo "workers: $(srun --het-group=1 bash -c 'echo $SLURM_PROCID/$SLURM_NTASKS' | sort | tr '\n' ' ')"
echo "leader: $(srun --het-group=0 bash -c 'echo $SLURM_PROCID/$SLURM_NTASKS' | sort | tr '\n' ' ')"
echo "both: $(srun --het-group=0,1 bash -c 'echo $SLURM_PROCID/$SLURM_NTASKS' | sort | tr '\n' ' ')"
echo "one of each: $(srun --het-group=0,1 -n1 bash -c 'echo $SLURM_PROCID/$SLURM_NTASKS' 2>/dev/null | sort | tr '\n' ' ')"
srun --het-group=2 true 2>/dev/null || echo "there is no component 2"
