#!/bin/bash --login

#SBATCH --job-name bwa
#SBATCH --partition=short
#SBATCH --nodes=1
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=4000
#SBATCH -t 12:00:00
#SBATCH --output=slurm-%j.out
#SBATCH --error=slurm-%j.err
#SBATCH --mail-type=END,FAIL
#SBATCH --mail-user=ada@example.org

set -euo pipefail
module purge
module load bioinfo bwa/0.7.17 samtools

bwa mem -t $SLURM_CPUS_PER_TASK ref.fa R1.fastq.gz R2.fastq.gz | samtools sort -@ 4 -o out.bam
samtools index out.bam
