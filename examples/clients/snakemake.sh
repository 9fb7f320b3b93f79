#!/bin/bash
# Snakemake's executor plugin for Slurm.
. "${BASH_SOURCE%/*}/lib.sh"

name=$(cat /proc/sys/kernel/random/uuid)
expect "$(sinfo -o %P | head -1)" PARTITION "sinfo's title"
[[ $(sinfo -o %P) == *"$partition"* ]] || fail "sinfo -o %P does not name $partition"
[[ $(scontrol show config) == *"MaxArraySize "* ]] || fail "scontrol show config does not tell MaxArraySize"
[[ $(scontrol show partition) == *"PartitionName=$partition"* ]] || fail "scontrol show partition does not name $partition"
# where the site lists accounts, the one that is named must be among them
accounts=$(sacctmgr -n -s list user "$user" format=account%256 | tr -d ' ')
[[ -z $accounts || $'\n'$accounts$'\n' == *$'\nscience\n'* ]] || fail "sacctmgr does not list science, but: $accounts"
accounts=$(sshare -U --format Account%256 --noheader | tr -d ' ')
[[ -z $accounts || $accounts == science ]] || fail "sshare does not list science, but: $accounts"
sacct -nu "$user" -o Account%256 > /dev/null

id=$(sbatch --parsable --job-name "$name" --output "$folder/%j.log" --export=ALL --comment "rule_map_wildcards_a" -A science \
  -p "$partition" -t 10 --mem 64 --ntasks=1 --cpus-per-task=1 -D "$folder" \
  --wrap="srun -n1 --cpu-bind=q --cpus-per-task=1 echo done")
expect "$id" '[0-9]+' "sbatch --parsable"

state() {
  sacct -X --parsable2 --clusters all --noheader --format=JobIdRaw,State \
    --starttime "$(date -d '-2 days' +%Y-%m-%dT%H:00)" --endtime now --name "$name"
}
until_is "$id|COMPLETED" state
expect "$(squeue --format='%i|%T' --states=all --noheader --name "$name")" "$id\\|COMPLETED" "squeue by name"
expect "$(cat "$id.log")" 'done' "the step's output"
expect "$(sacct -n -X -P -o Account,Comment,WorkDir -j "$id")" "science\\|rule_map_wildcards_a\\|$folder" "what accounting kept"
expect "$(sacct -nu "$user" -o Account%256 -j "$id" -X | tr -d ' ')" science "sacct's account"
