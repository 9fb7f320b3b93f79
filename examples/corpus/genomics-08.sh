#!/usr/bin/env bash

#SBATCH --job-name fastqc
#SBATCH --partition=short
#SBATCH -N 1
#SBATCH --cpus-per-task=16
#SBATCH --mem 100GB
#SBATCH -t 02:30:00
#SBATCH -o logs/%x-%j.out
#SBATCH -e logs/%x-%j.err

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
