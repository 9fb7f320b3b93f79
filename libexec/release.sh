#!/bin/bash
# Builds the tree of another release, for tests that run two side by side (docs/upgrades.md):
#   libexec/release.sh COMMIT|VERSION DIR
# A version is one of packaging/releases.txt. DIR is made, or kept when it has that commit's build. Its programs have no caches for a fast start: they would cost more than
# they save. Exit code 3 when this checkout does not know the commit.
set -u
cd -P -- "${BASH_SOURCE[0]%/*}/.." || exit 1
[[ $# == 2 ]] || { echo "Expected a commit or version, and a folder. Use: libexec/release.sh COMMIT|VERSION DIR" >&2; exit 2; }
wanted=$(sed -n "s/^$1 //p" packaging/releases.txt)
wanted=${wanted:-$1}
mkdir -p "$2" && target=$(cd -P -- "$2" && pwd) || exit 1
commit=$(git rev-parse --verify --quiet "$wanted^{commit}") || {
  echo "Expected commit $wanted in this checkout, but it is not there. Fetch the whole history: git fetch --unshallow" >&2
  exit 3
}
exec 9>"$target/.lock" && flock 9 || exit 1
[[ -r $target/target/dist/pliant.env && $(cat "$target/.commit" 2>/dev/null) == "$commit" ]] && exit 0
rm -rf "$target/target" && git archive "$commit" | tar -x -C "$target" && echo "$commit" >"$target/.commit" || exit 1
# An option that Java refuses: the training run of each program ends before it begins.
PLIANT_CONTROLLER_OPTS=-XX:NoTraining PLIANT_NODE_OPTS=-XX:NoTraining PLIANT_REBUILD=1 "$target/libexec/build.sh" 9>&-
