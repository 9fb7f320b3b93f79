#!/bin/bash --login
#SBATCH --job-name=star
#SBATCH -p cpu
#SBATCH -n 1
#SBATCH --cpus-per-task=8
#SBATCH --mem=32g
#SBATCH --time=02:30:00
#SBATCH -o star.log
#SBATCH --mail-type=FAIL
#SBATCH --mail-user=ada@example.org

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
