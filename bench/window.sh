#!/usr/bin/env bash
# The adaptation window of a real job on emulated nodes: heat from 1 to 32 nodes and back, one by one, every task a process.
#
#   bench/window.sh [--cycles N]     a table of medians and largest values over N (3) cycles, milliseconds
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
MOST=32 CYCLES=3
case ${1:-} in
  '') ;;
  --cycles) CYCLES=$2 ;;
  -h | --help) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
  *) echo "Expected --cycles N, but got '$1'. See bench/window.sh --help." >&2; exit 2 ;;
esac
JAVA_HOME=$(libexec/find-jdk.sh)
export JAVA_HOME
mvn -B -q -Dquickly -Pbench -pl bench -am package
STATE=$(mktemp -d "${TMPDIR:-/tmp}/pliant-window.XXXXXX")
export PLIANT_HOME=$STATE/cluster
trap './pliant down >/dev/null 2>&1 || true; rm -rf "$STATE"' EXIT
echo "load at the start: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) cores"
./pliant up --controllers 1 --nodes 0 --emulate "$MOST" --cpus-per-node 1 --memory-per-node 256 >/dev/null
cat >"$STATE/heat.sh" <<SCRIPT
#!/bin/bash
#SBATCH --job-name=heat --nodes=1 --min-nodes=1 --max-nodes=$MOST --time=60:00 --output=$STATE/heat.out
srun "$JAVA_HOME/bin/java" -Xmx96m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$PWD/target/dist/imp/*" \\
  io.pliant.imp.examples.Heat --rows 1024 --steps 1000000000 --step-ms 20
SCRIPT
JOB=$(./pliant submit --parsable "$STATE/heat.sh")
"$JAVA_HOME/bin/java" -Xmx128m -cp 'bench/target/classes:bench/target/lib/*' io.pliant.bench.LiveWindow "$JOB" "$MOST" "$CYCLES" "$STATE/heat.out"
./pliant cancel "$JOB"
echo "load at the end: $(cut -d' ' -f1-3 /proc/loadavg)"
