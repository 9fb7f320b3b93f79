#!/bin/sh
#SBATCH --job-name="trim"
#SBATCH -n 1
#SBATCH --cpus-per-task=16
#SBATCH --mem-per-cpu=2G
#SBATCH --time 600
#SBATCH --output=trim-%j.out

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
