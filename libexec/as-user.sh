# Sourced by pliant when srun, sbatch or salloc begin with --uid or --gid: becomes that user, without these words.
refuse() {
  echo "$name: error: $1" >&2
  exit 1
}

as_user= as_group=
while [[ ${1:-} == --[ug]id* ]]; do
  case $1 in
    --uid=* | --gid=*) word=${1%%=*} value=${1#*=} ;;
    --uid | --gid) word=$1 value=${2:-} && shift ;;
    *) break ;;
  esac
  shift || refuse "Expected a name or a number with $word."
  [[ $word == --uid ]] && as_user=$value || as_group=$value
done
((EUID == 0)) || refuse "--uid and --gid are only permitted by root user: leave them out, as your jobs run as you."
[[ -n ${SLURM_JOB_ID:-} && $name == srun ]] && refuse "Expected --uid and --gid outside a job: its steps run as its owner."
if [[ -n $as_user ]]; then
  entry=$(getent passwd -- "$as_user") || refuse "Invalid user for --uid: '$as_user' is no user of this host."
  IFS=: read -r _ _ as_user own_group _ <<<"$entry"
else
  as_user=0 own_group=0
fi
if [[ -n $as_group ]]; then
  entry=$(getent group -- "$as_group") || refuse "Invalid group for --gid: '$as_group' is no group of this host."
  IFS=: read -r _ _ as_group _ <<<"$entry"
fi
command -v setpriv >/dev/null || refuse "Expected setpriv of util-linux for --uid and --gid, but it is not here: write su USER -c '$name ...'."
exec setpriv --reuid="$as_user" --regid="${as_group:-$own_group}" --init-groups -- "$0" "$@"
