#!/bin/bash --login
#SBATCH --job-name="samtools-sort"
#SBATCH --partition general
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --mem 8G
#SBATCH -t 4:00:00
#SBATCH --output=samtools-sort-%j.out
#SBATCH --mail-type=END,FAIL
#SBATCH --mail-user=ada@example.org
#SBATCH --comment="sample 7"

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
