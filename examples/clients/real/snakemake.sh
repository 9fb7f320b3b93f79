#!/bin/bash
# Runs the real Snakemake 7 with its --slurm, from Debian (apt-get install snakemake), on the cluster of $PLIANT_HOME:
# three jobs, and one that waits for them, under my first account where the site lists any.   snakemake.sh [FOLDER]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/folder.sh"
rm -rf .snakemake part-*.txt all.txt
cat > Snakefile << 'EOF'
rule all:
    input: "all.txt"
rule part:
    output: "part-{x}.txt"
    resources: mem_mb=400, runtime=5
    shell: "echo part {wildcards.x} in job $SLURM_JOB_ID > {output}"
rule join:
    input: expand("part-{x}.txt", x=[1, 2, 3])
    output: "all.txt"
    resources: mem_mb=400, runtime=5
    shell: "cat {input} > {output}"
EOF
USER=$(id -un)
export USER
account=$(sacctmgr -nP list user "$USER" format=defaultaccount)
snakemake --slurm --default-resources ${account:+"slurm_account=$account"} \
  "slurm_partition=$(sinfo -h -o %R | head -1)" mem_mb=400 runtime=5 -j 3
[[ $(grep -c '^part [123] in job [0-9]*$' all.txt) = 3 ]]
