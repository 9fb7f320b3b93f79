#!/usr/bin/env bash

#SBATCH --job-name="bwa"
#SBATCH -p short
#SBATCH -N 1   # max on this queue
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --mem 32g
#SBATCH -t 02:30:00
#SBATCH --output=%x.%j.log
#SBATCH --export=NONE

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
