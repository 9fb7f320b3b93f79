# Read by the scripts beside it: enters the folder that is given, which must be the caller's own, since programs in it
# are run; without one a new folder, removed at the end.
if [[ ${1:-} ]]; then
  mkdir -p "$1"
  cd "$1"
  [[ -O . ]] || { echo "Expected a folder of your own, but $PWD is another user's." >&2; exit 1; }
else
  cd "$(mktemp -d)"
  trap 'rm -rf "$folder"' EXIT
fi
folder=$PWD
