#!/usr/bin/env bash
# What adaptation costs a program, without a cluster: JMH of probe, the library's effect on a heat run, windows 1 -> 32 -> 1.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
JAVA_HOME=$(libexec/find-jdk.sh)
export JAVA_HOME
[ "${1:-}" = --built ] || mvn -B -q -Dquickly -Pbench -pl bench -am package
java() { "$JAVA_HOME/bin/java" -Xmx1g -cp 'bench/target/classes:bench/target/lib/*' "$@"; }
mkdir -p target/bench
echo "load at the start: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) cores"
java org.openjdk.jmh.Main -rf json -rff target/bench/probe.json ProbeBenchmark | grep -E '^(Benchmark|Probe)'
java io.pliant.bench.HeatEffect
java io.pliant.bench.WindowCost
java io.pliant.bench.CommunicationShare
echo "load at the end: $(cut -d' ' -f1-3 /proc/loadavg)"
