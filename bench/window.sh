#!/usr/bin/env bash
# The adaptation window of a real job on emulated nodes: heat from 1 to 32 nodes and back, one by one, every task a process.
#
#   bench/window.sh [--cycles N] [--nodes N] [--program java|c]
#
# A table of medians and largest values over N (3) cycles, milliseconds. With c it is the MPI program of imp-client/c.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
MOST=32 CYCLES=3 PROGRAM=java
while [ $# -gt 0 ]; do
  case $1 in
    --cycles) CYCLES=$2 ;;
    --nodes) MOST=$2 ;;
    --program) case $2 in java | c) PROGRAM=$2 ;; *) echo "Expected java or c after --program, but got '$2'." >&2; exit 2 ;; esac ;;
    -h | --help) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "Expected an option of bench/window.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2 || { echo "Expected a value after '$1', but there is none." >&2; exit 2; }
done
JAVA_HOME=$(libexec/find-jdk.sh)
export JAVA_HOME
mvn -B -q -Dquickly -Pbench -pl bench -am package
STATE=$(mktemp -d "${TMPDIR:-/tmp}/pliant-window.XXXXXX")
export PLIANT_HOME=$STATE/cluster
trap './pliant down >/dev/null 2>&1 || true; rm -rf "$STATE"' EXIT
echo "load at the start: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) cores"
./pliant up --controllers 1 --nodes 0 --emulate "$MOST" --cpus-per-node 1 --memory-per-node 256 >/dev/null
if [ $PROGRAM = c ]; then
  make -s -C imp-client/c BUILD="$STATE/imp" examples
  HEAT="$STATE/imp/heat --points 1048576 --steps 1000000000 --step-ms 20 --show 1"
else
  HEAT="$JAVA_HOME/bin/java -Xmx96m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '$PWD/target/dist/imp/*' \
    io.pliant.imp.examples.Heat --rows 1024 --steps 1000000000 --step-ms 20"
fi
cat >"$STATE/heat.sh" <<SCRIPT
#!/bin/bash
#SBATCH --job-name=heat --nodes=1 --min-nodes=1 --max-nodes=$MOST --time=60:00 --chdir=$STATE --output=heat.out
srun $HEAT
SCRIPT
JOB=$(./pliant submit --parsable "$STATE/heat.sh")
"$JAVA_HOME/bin/java" -Xmx128m -cp 'bench/target/classes:bench/target/lib/*' io.pliant.bench.LiveWindow "$JOB" "$MOST" "$CYCLES" "$STATE/heat.out"
./pliant cancel "$JOB"
echo "load at the end: $(cut -d' ' -f1-3 /proc/loadavg)"
