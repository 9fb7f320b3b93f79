#!/usr/bin/env bash

#SBATCH -J gatk   # max on this queue
#SBATCH --partition=cpu
#SBATCH -n 1
#SBATCH --cpus-per-task=24
#SBATCH --mem-per-cpu=4000
#SBATCH --time=12:00:00
#SBATCH --output=gatk-%j.out
#SBATCH --mail-type=FAIL
#SBATCH --mail-user=b.lovelace@uni.example

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
