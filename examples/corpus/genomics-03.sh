#!/usr/bin/env bash
#SBATCH -J samtools-sort
#SBATCH --partition=short
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=24
#SBATCH --mem 8G
#SBATCH -t 1-12:00
#SBATCH --account physics
#SBATCH --mail-type=END,FAIL
#SBATCH --mail-user=$USER@example.org

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
