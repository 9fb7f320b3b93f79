#!/usr/bin/env bash
# Cpu time of the power sampler, by samples per second, with an agent's JVM options.   sampling.sh [SECONDS FOR EACH RATE]
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
JAVA_HOME=$(libexec/find-jdk.sh)
export JAVA_HOME
[ "${1:-}" = --built ] && shift || mvn -B -q -Dquickly -Pbench -pl bench -am package
echo "load at the start: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) cores"
"$JAVA_HOME/bin/java" @libexec/jvm/node.options -cp 'bench/target/classes:bench/target/lib/*' \
  io.pliant.bench.SamplingCost /dev/shm "${1:-30}"
echo "load at the end: $(cut -d' ' -f1-3 /proc/loadavg)"
