#!/usr/bin/env bash
# Appends of one event by 1, 16, 128 and 1024 entities at a time, on each journal: events per second, time to the acknowledgement.
#
#   bench/journal.sh                      group of one, group of three (three JVMs), PostgreSQL when it is installed
#
# All on this machine, on the disk of target/. Results go to target/bench/journal.txt. Forced writes cost what this disk's cost.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
JAVA_HOME=$(libexec/find-jdk.sh)
export JAVA_HOME
mvn -B -q -P '!strict' -pl actors -am test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath.txt >target/bench-journal.log 2>&1 || {
  echo "Expected Maven to compile the journals' tests, but it failed; see target/bench-journal.log." >&2
  exit 1
}
home=$PWD
path=$home/actors/target/test-classes:$home/core/target/test-classes:$home/actors/target/classes:$home/journal/target/classes:$home/core/target/classes:$(cat actors/target/classpath.txt)
scratch=$(mktemp -d "$home/target/bench-journal.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir -p target/bench
results=$home/target/bench/journal.txt

jvm() {
  exec "$JAVA_HOME/bin/java" -Xmx256m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    -Dio.pliant.native.dir="$scratch/native" -cp "$path" "$@"
}
measure() { # NAME JOURNAL
  echo "== $1 (load $(cut -d' ' -f1 /proc/loadavg))"
  (jvm io.pliant.actors.journal.JournalLoad "$2" 1 2>/dev/null)
}
free_ports() {
  perl -MIO::Socket::INET -e 'my @s = map { IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") } 1 .. shift; print join(" ", map { $_->sockport } @s), "\n"' "$1"
}
{
  children=()
  date -u
  nproc
  read -r p1 p2 p3 p4 <<<"$(free_ports 4)"
  measure "raft, group of 1" "raft c1 $scratch/one/c1 c1=127.0.0.1:$p4"
  members="c1=127.0.0.1:$p1,c2=127.0.0.1:$p2,c3=127.0.0.1:$p3"
  for name in c1 c2 c3; do mkdir -p "$scratch/three/$name" && touch "$scratch/three/$name/found"; done
  for name in c2 c3; do
    jvm io.pliant.actors.journal.JournalChild "raft $name $scratch/three/$name $members" 1 0 >/dev/null 2>&1 &
    children+=($!)
  done
  measure "raft, group of 3" "raft c1 $scratch/three/c1 $members"
  kill -9 "${children[@]}"
  measure "PostgreSQL, fsync on" own-postgresql || echo "PostgreSQL is not installed"
} | tee "$results"
