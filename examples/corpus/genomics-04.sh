#!/bin/bash --login
#SBATCH --job-name samtools-sort
#SBATCH --partition=cpu
#SBATCH -N 1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=24
#SBATCH --mem-per-cpu=3800M
#SBATCH -t 4:00:00
#SBATCH --account PHY0123
#SBATCH --output=samtools-sort-%j.out

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
