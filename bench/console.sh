#!/usr/bin/env bash
# The web console with a long queue, in the real Chromium: first paint, frames while scrolling, jumps, and what watching costs.
#
#   bench/console.sh [--jobs N]
#
# Three controllers, 500 emulated nodes in four partitions, N (100000) waiting jobs. Prints the report; it stays in cli/target/console/scale.txt.
# Needs chromium and chromium-driver.
set -eu
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
JOBS=100000
while [ $# -gt 0 ]; do
  case $1 in
    --jobs) JOBS=${2:?Expected a number after --jobs.} ;;
    -h | --help) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "Expected an option of bench/console.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2
done
for program in chromium chromedriver; do
  command -v $program >/dev/null || { echo "Expected $program, but it is missing. Install: chromium chromium-driver" >&2; exit 1; }
done
cd "$ROOT"
libexec/build.sh
. libexec/find-jdk.sh
find_jdk
LOG=target/bench/console.log
mkdir -p target/bench
JAVA_HOME=$JDK_HOME mvn -B -q -Dstyle.color=never -P '!strict' -pl cli -am verify -Dpliant.skip.unit=true -Dit.test=ConsoleScaleIT \
  -Dfailsafe.failIfNoSpecifiedTests=false -Dpliant.console.jobs="$JOBS" >"$LOG" 2>&1 || { tail -40 "$LOG"; exit 1; }
cat cli/target/console/scale.txt
