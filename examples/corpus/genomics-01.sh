#!/usr/bin/env bash
#SBATCH --job-name gatk
#SBATCH -p cpu
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=2G   # max on this queue
#SBATCH --time 12:00:00
#SBATCH --account=climate-lab
#SBATCH --output=%x.%j.log

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
