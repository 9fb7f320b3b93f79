#!/bin/bash --login
#SBATCH -J samtools-sort
#SBATCH -N 1
#SBATCH -n 1
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH -t 02:30:00
#SBATCH --mail-type=FAIL
#SBATCH --mail-user=ada@example.org
#SBATCH --tmp=50G

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
