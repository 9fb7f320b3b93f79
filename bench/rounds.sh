#!/usr/bin/env bash
# Builds and runs the JMH benchmarks of scheduling rounds (10 000 waiting jobs, 500 nodes).   rounds.sh [JMH OPTIONS]
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
JAVA_HOME=$(libexec/find-jdk.sh)
export JAVA_HOME
mvn -B -q -Dquickly -Pbench -pl bench -am package
mkdir -p target/bench
exec "$JAVA_HOME/bin/java" -cp 'bench/target/classes:bench/target/lib/*' org.openjdk.jmh.Main -rf json -rff target/bench/rounds.json "$@"
