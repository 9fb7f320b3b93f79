#!/bin/bash
# Open OnDemand's adapter for Slurm.
. "${BASH_SOURCE%/*}/lib.sh"

id=$(sbatch -D "$folder" -J sys/dashboard/bc_desktop -o "$folder/output.log" -t 00:10:00 --export NONE --parsable \
  -A science --mail-type END --mail-user ada@example.org --qos normal -p "$partition" << 'EOF'
#!/bin/bash
echo "in $PWD"
sleep 300
EOF
)
expect "$id" '[0-9]+' "sbatch of standard input"

us=$'\x1f'
fields=(Account JobID BatchHost MinCPUs NumCPUs MinTmpDisk NumNodes EndTime Dependency Feature ArrayJobID GroupName GroupID
  OverSubscribe Sockets JobArrayID Cores Name Threads Comment ArrayTaskID TimeLimit TimeLeft MinMemory TimeUsed ReqNodes
  NodeList Command Contiguous QOS Partition PriorityLong Reason StartTime StateCompact State UserName UserID Reservation
  SubmitTime WCKey Licenses ExcNodes CoreSpec Nice SchedNodes SCT WorkDir tres-per-node)
format=$(printf "%s:$us," "${fields[@]}")
record() { squeue --all --states=all --noconvert -O "${format%,}" -j "$id" | tail -1; }
value() { # of a field, as the adapter cuts the line
  local i values
  IFS=$us read -r -a values <<< "$(record)"
  for i in "${!fields[@]}"; do
    [[ ${fields[i]} == "$1" ]] && echo "${values[i]:-}" && return
  done
}
until_is R value StateCompact
expect "$(value Account)" science "account"
expect "$(value QOS)" normal "qos"
expect "$(value WorkDir)" "$folder" "folder"
expect "$(value UserName)" "$user" "user"
expect "$(value Name)" sys/dashboard/bc_desktop "name"
expect "$(value NodeList)" "$(value BatchHost)" "nodes"

scancel "$id"
until_is CA value StateCompact
held=$(sbatch --parsable -H -o /dev/null --wrap true)
scontrol release "$held"
scontrol hold "$held" 2> /dev/null || true # it may have started
expect "$(scontrol show part -o | grep -c "^PartitionName=$partition .*TRES=cpu=")" 1 "scontrol show part -o"
expect "$(sinfo -aho %F/%C)" '[0-9]+(/[0-9]+){7}' "sinfo -aho %F/%C"
expect "$(sinfo -ahNO nodehost:100,gres:512,gresused:512,statelong | awk '{ print NF }' | sort -u)" 4 "sinfo -ahNO"
expect "$(sinfo -ho '%c'"$us"'%n'"$us"'%f' | head -1 | tr "$us" ' ')" '[0-9]+ [^ ]+ [^ ]+' "sinfo -ho"
expect "$(sacctmgr -nP show users withassoc format=account,qos where user="$user" cluster="$(sacctmgr show cluster -nP format=cluster)")" \
  '(science\|normal)?' "sacctmgr"
line=$(sacct -P --delimiter "$us" -n --units G --allocations -j "$id" -o \
  jobid,jobname,partition,account,alloccpus,state,exitcode,elapsed,reqmem,maxrss,user,group,submit,start,end,nodelist,timelimit)
expect "$(tr -cd "$us" <<< "$line" | wc -c)" 16 "sacct's 17 fields"
expect "${line%%"$us"*}" "$id" "sacct's first field"
