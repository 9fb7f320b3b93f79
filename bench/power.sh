#!/usr/bin/env bash
# Times of the redistribution problem behind the power corridor (JMH): ours, and ojAlgo on the small ones.   power.sh [JMH OPTIONS]
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
JAVA_HOME=$(libexec/find-jdk.sh)
export JAVA_HOME
mvn -B -q -Dquickly -Pbench -pl bench -am package
mkdir -p target/bench
run() {
  "$JAVA_HOME/bin/java" -cp 'bench/target/classes:bench/target/lib/*' org.openjdk.jmh.Main -rf json -rff "target/bench/$1.json" "${@:2}"
}
run power RedistributionBenchmark.house "$@"
run power-ojalgo RedistributionBenchmark.ojAlgo -p size=20x32 "$@"
