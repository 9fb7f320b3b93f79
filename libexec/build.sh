#!/bin/bash
# Builds what ./pliant starts, into target/dist:
#   cli/*.jar, lib/*.jar, sim/*.jar   class paths of the command line, of the controller and node roles, of the simulator
#   imp/pliant-imp-client.jar, imp/pliant-imp-examples.jar   the library of programs that change size, and examples
#   native/pliant-submit   submits a batch script in a millisecond, where there is a C compiler; else libexec/quick/submit.pl does
#   native/pliant-start    starts plain tasks for their supervisors, where there is a C compiler; else these fork them
#   native/pliant-pmix     serves PMIx to programs of Open MPI, where there is a C compiler and libpmix (docs/mpi.md)
#   native/pliant-yield.so for tasks of MPICH that outnumber cores
#   *.aot                  caches of loaded and linked classes (JEP 483, 514), made by a training run each
#   pliant.env             written last: the JDK and the class paths; its age is the age of the build
# Several first uses at the same time wait for one build. The log is target/build.log.
set -u
cd -P -- "${BASH_SOURCE[0]%/*}/.." || exit 1
home=$PWD
dist=$home/target/dist
log=$home/target/build.log
. "$home/libexec/find-jdk.sh"

fail() {
  echo "pliant: $1" >&2
  exit 1
}

find_jdk || exit 1
type -P mvn >/dev/null ||
  fail "Expected Maven 3.8 or newer to build with, but there is no mvn on the PATH. Install it, for example: apt-get install maven"
type -P perl >/dev/null ||
  fail "Expected perl on the PATH: each step's supervisor is a perl script. Install it, for example: apt-get install perl-base"
mkdir -p "$home/target" || fail "Expected to write $home/target, but it cannot be made. Is the folder read-only?"
if type -P flock >/dev/null; then
  exec 9>"$home/target/build.lock" || fail "Expected to write $home/target/build.lock."
  flock -n 9 || { echo "pliant: another build is running, waiting for it ..." >&2 && flock 9; }
fi

fresh() {
  [[ -r $dist/pliant.env && -z ${PLIANT_REBUILD:-} ]] || return 1
  . "$dist/pliant.env"
  [[ -x $JAVA && $JAVA == "$JDK_HOME/bin/java" ]] &&
    [[ -z $(find "$home"/pom.xml "$home"/{core,api,identity,journal,actors,console,node-runtime,cli,sim,imp-client,imp-client/examples}/{pom.xml,src/main} -newer "$dist/pliant.env" -print -quit) ]]
}
train() { "$home/libexec/train.sh" 9>&-; }
fresh && {
  [[ -e $dist/short-training && -z ${PLIANT_SHORT_TRAINING:-} ]] && train && echo >&2
  exit 0
}

started=$SECONDS
stamp=$home/target/build.stamp
touch "$stamp"
note() { [[ -t 2 ]] && printf '\r\033[Kpliant: %s' "$1" >&2 || echo "pliant: $1" >&2; }

# Else jars of a former version, of a library or of ours, stay on the class path.
rm -rf cli/target/dist node-runtime/target/dist sim/target/dist {cli,node-runtime,sim,imp-client,imp-client/examples}/target/pliant-*.jar
note "building with Maven (two minutes the first time, log in target/build.log) ..."
JAVA_HOME=$JDK_HOME mvn -B -q -Dstyle.color=never -DskipTests -Dquickly -f "$home/pom.xml" -pl cli,node-runtime,sim,imp-client/examples -am package >"$log" 2>&1 9>&- || {
  echo >&2
  grep -E '^\[ERROR\]|error:' "$log" | head -20 >&2
  fail "Expected the build to succeed, but it failed; see $log."
}

rm -rf "$dist.new" && mkdir -p "$dist.new/cli" "$dist.new/lib" "$dist.new/sim" "$dist.new/imp" &&
  cp cli/target/pliant-cli-*[!s].jar cli/target/dist/*.jar "$dist.new/cli/" &&
  cp node-runtime/target/pliant-node-runtime-*.jar node-runtime/target/dist/*.jar "$dist.new/lib/" &&
  cp sim/target/pliant-sim-*[!s].jar sim/target/dist/*.jar "$dist.new/sim/" &&
  cp imp-client/target/pliant-imp-client-*[!s].jar "$dist.new/imp/pliant-imp-client.jar" &&
  cp imp-client/examples/target/pliant-imp-examples-*.jar "$dist.new/imp/pliant-imp-examples.jar" ||
  fail "Expected to write $dist.new, but it failed. Is the disk full?"
mkdir -p "$dist.new/native" && chmod a+rx "$dist.new/native"
build_native() { # SOURCES FILE
  "$1/build.sh" "$dist.new/native/$2" >>"$log" 2>&1 9>&-
  case $? in
    0) chmod a+rx "$dist.new/native/$2" ;;
    3) ;; # the log says what it lacked
    *) fail "Expected $2 to compile, but it does not; see $log." ;;
  esac
}
build_native cli/src/main/c/pliant-submit pliant-submit
build_native node-runtime/src/main/c/pliant-start pliant-start
build_native node-runtime/src/main/c/pliant-pmix pliant-pmix
build_native node-runtime/src/main/c/pliant-yield pliant-yield.so
rm -f "$dist.new"/*/*-tests.jar "$dist.new"/*/*-sources.jar
for jar in "$dist.new"/cli/picocli-*.jar; do
  "$JDK_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC libexec/ModernClasses.java "$jar" "$jar.new" >>"$log" 2>&1 9>&- &&
    mv "$jar.new" "$jar" || rm -f "$jar.new"
done
"$JDK_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC libexec/SlimManifests.java "$dist.new/cli" "$dist.new/lib" "$dist.new/sim" >>"$log" 2>&1 9>&- ||
  fail "Expected to make manifests smaller, but it failed; see $log."
"$JDK_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC libexec/PlainLambdas.java "$dist.new/lib" >>"$log" 2>&1 9>&- ||
  fail "Expected to make lambdas plain, but it failed; see $log."
rm -rf "$dist.old"
[[ ! -e $dist ]] || mv "$dist" "$dist.old" || exit 1
mv "$dist.new" "$dist" || exit 1
rm -rf "$dist.old"

class_path() {
  local jar path=
  for jar in "$dist/$1"/*.jar; do path+=:$jar; done
  printf '%s' "${path#:}"
}
JAVA=$JDK_HOME/bin/java
CLI_PATH=$(class_path cli)
RUNTIME_PATH=$(class_path lib)
SIM_PATH=$(class_path sim)

printf 'JAVA=%q\nCLI_PATH=%q\nRUNTIME_PATH=%q\nSIM_PATH=%q\n' "$JAVA" "$CLI_PATH" "$RUNTIME_PATH" "$SIM_PATH" >"$dist/pliant.env.new" &&
  touch -r "$stamp" "$dist/pliant.env.new" && mv "$dist/pliant.env.new" "$dist/pliant.env" || exit 1
train
note "built in $((SECONDS - started)) s"
echo >&2
