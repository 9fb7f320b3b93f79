#!/usr/bin/env bash
# Starts the Slurm that this folder is compared with: 8 nodes of 64 cpus, 256 GB and 8 GPUs, all on this machine. Needs
# Debian's slurm-wlm and munge. bench/slurm/down.sh ends it.
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export CPUS=64 MEMORY=256000 NODE_NAME=n%03d FIRST=1 PARTITION=main GPUS=a100:8 GRES="Name=lscratch Count=1000"
export EXTRA="GresTypes=gpu,lscratch
Licenses=matlab:10,scratch:10,home:10"
export NODE_EXTRA="Sockets=2 CoresPerSocket=32 ThreadsPerCore=1 TmpDisk=100000 Gres=gpu:a100:8,lscratch:1000 Feature=a100,v100,skylake,haswell,ib,ssd,rack1"
export PART_EXTRA="DefaultTime=60" SELECT_PARAMS=CR_CPU_Memory MINJOBAGE=3600
"$HERE/../../bench/slurm/up.sh" 8
