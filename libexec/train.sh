#!/bin/bash
# Makes the caches of loaded and linked classes (JEP 483, 514) of this tree's build, by a training run of each program: target/dist/*.aot.
# A cache that cannot be made costs speed and nothing else: the log, target/build.log, says why. They count for these jars and this Java
# alone; a tree may be moved with them, as a whole.
#
# PLIANT_SHORT_TRAINING: a tenth of the jobs, for tests that start many processes and give each little to do. Such caches hold what a start
# needs; the next build.sh without the variable makes them anew.
set -u
cd -P -- "${BASH_SOURCE[0]%/*}/.." || exit 1
home=$PWD
dist=$home/target/dist
log=$home/target/build.log
. "$dist/pliant.env" || exit 1
tenths=10
[[ -z ${PLIANT_SHORT_TRAINING:-} ]] || tenths=1
note() { [[ -t 2 ]] && printf '\r\033[Kpliant: %s' "$1" >&2 || echo "pliant: $1" >&2; }

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

note "preparing a fast start of the command line ..."
"$JAVA" "@$home/libexec/jvm/cli.options" "-XX:AOTCacheOutput=$dist/cli.aot.new" -Dpliant.home="$home" \
  -cp "$CLI_PATH" io.pliant.cli.training.Training --config "$scratch/training.conf" >>"$log" 2>&1 9>&- </dev/null &&
  mv "$dist/cli.aot.new" "$dist/cli.aot" && cp "$scratch/submit.options" "$dist/" || echo "No cache for the command line." >>"$log"

# The roles learn from a small cluster that is busy for some seconds. Its first controller works alone, then in TLS with a second
# one, first leading, then led. Each of the two processes that learn writes its cache when it stops.
train_roles() (
  export PLIANT_HOME=$scratch/cluster PLIANT_NO_REBUILD=1
  # what is to be compiled thoroughly one day has to be so here, within a minute
  local soon="-XX:Tier2InvokeNotifyFreqLog=11 -XX:Tier2BackedgeNotifyFreqLog=14"
  controller="${PLIANT_CONTROLLER_OPTS:-} $soon -XX:AOTCacheOutput=$dist/controller.aot.new"
  node="${PLIANT_NODE_OPTS:-} -XX:AOTCacheOutput=$dist/node.aot.new"
  unset PLIANT_CONTROLLERS SLURM_JOB_ID PLIANT_JOB_ID
  rm -f "$dist"/{controller,node}.aot # who uses one makes none
  cd "$scratch" && PLIANT_CONTROLLER_OPTS=$controller "$home/pliant" up --nodes 0 --emulate 8 --cpus-per-node 1 --timeout 240 \
    --partition 'a:n[001-006]' --partition 'b:n[007-008]' --set 'pools=[{name=all,partitions=[a,b]}]' &&
    "$home/pliant" submit --wait --wrap 'srun hostname' && busy "${tenths}00" &&
    PLIANT_NODE_OPTS=$node "$home/pliant" controller add && "$home/pliant" submit --wait --wrap 'srun hostname' && busy "$((tenths * 50))" &&
    "$home/pliant" controller lead c2 && "$home/pliant" submit --wait --wrap 'srun hostname' && busy "${tenths}0"
  "$home/pliant" down --grace 90
  cat "$scratch"/cluster/log/*
)
# What a site does all day: clients side by side that submit, look and cancel; an array; a job after another; jobs for which one
# partition is too small.
busy() { # JOBS
  printf '#!/bin/sh\n' >nop.sh && chmod +x nop.sh
  local id many
  id=$("$home/pliant" submit --parsable -o /dev/null nop.sh) &&
    "$home/pliant" submit -o /dev/null --array=1-20 nop.sh && "$home/pliant" submit -o /dev/null --dependency="afterany:$id" nop.sh &&
    id=$("$home/pliant" submit --parsable --hold -o /dev/null nop.sh) || return
  many=$("$home/pliant" submit --parsable -o /dev/null --array=1-"$(($1 * 2))" nop.sh) || return
  seq "$1" | timeout 60 xargs -P 4 -I{} "$home/pliant" submit --parsable -o /dev/null nop.sh >/dev/null
  "$home/pliant" cancel "$many" # what is left on a slow machine
  "$home/pliant" queue && "$home/pliant" nodes && "$home/pliant" show "$id" && "$home/pliant" cancel "$id" &&
    "$home/pliant" submit --wait -o /dev/null nop.sh && "$home/pliant" history || return
  seq $(($1 / 10)) | timeout 30 xargs -P 4 -I{} "$home/pliant" submit --parsable -o /dev/null -N7 nop.sh >/dev/null
  "$home/pliant" submit --wait -o /dev/null -N7 nop.sh
}
note "preparing a fast start of controllers and nodes ..."
train_roles >>"$log" 2>&1 9>&- </dev/null
for role in controller node; do
  [[ -r $dist/$role.aot.new ]] && chmod a+r "$dist/$role.aot.new" && mv "$dist/$role.aot.new" "$dist/$role.aot" || echo "No cache for the $role." >>"$log"
done
rm -f "$dist/short-training"
[[ -z ${PLIANT_SHORT_TRAINING:-} ]] || touch "$dist/short-training"
