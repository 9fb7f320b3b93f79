#!/usr/bin/env bash
# What accounting costs with many finished jobs: fold, size, searches, opening.   history.sh [JOBS]
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
JAVA_HOME=$(libexec/find-jdk.sh)
export JAVA_HOME
[ "${1:-}" = --built ] && shift || mvn -B -q -Dquickly -Pbench -pl bench -am package
FOLDER=$(mktemp -d "${TMPDIR:-/tmp}/pliant-history.XXXXXX")
trap 'rm -rf "$FOLDER"' EXIT
echo "load at the start: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) cores"
"$JAVA_HOME/bin/java" @libexec/jvm/controller.options -cp 'bench/target/classes:bench/target/lib/*' \
  io.pliant.actors.accounting.HistoryCost "$FOLDER/accounting" "${1:-1000000}"
echo "load at the end: $(cut -d' ' -f1-3 /proc/loadavg)"
