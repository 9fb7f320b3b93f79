# What the scripts beside this one share: they call Slurm's commands as a client does, and fail where it would stumble.
set -euo pipefail

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# expect TEXT REGEX WHAT: the whole text, all its lines, must match.
expect() {
  [[ $1 =~ ^($2)$ ]] || fail "$3: expected /$2/, but got: $1"
}

# until_is WANTED COMMAND...: runs the command until it prints just that, for a minute.
until_is() {
  local wanted=$1 got=
  shift
  for _ in {1..300}; do
    got=$("$@")
    [[ $got == "$wanted" ]] && return
    sleep 0.2
  done
  fail "expected '$wanted' of '$*', but got: $got"
}

partition=$(sinfo -h -o %R | head -1)
user=$(id -un)
folder=$(mktemp -d "$PWD/client.XXXXXX")
cd "$folder"
