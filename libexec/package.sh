#!/usr/bin/env bash
# Makes packages of this tree, with a Java run time of their own, into target/packages:
#   pliant-VERSION-linux-x86_64.tar.gz   unpack it anywhere, as any user, and call pliant-VERSION/pliant
#   pliant_VERSION_amd64.deb, pliant-VERSION.x86_64.rpm   /opt/pliant, /usr/bin/pliant, systemd units, a service user, manual pages
#
#   ./pliant package [--out DIR] [--only tar|deb|rpm]
#
# VERSION is that of pom.xml; a snapshot's has the time of its commit. The log is DIR/package.log.
set -u
cd -P -- "${BASH_SOURCE[0]%/*}/.." || exit 1
ROOT=$PWD
OUT=$ROOT/target/packages ONLY=
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) sed -n '2,/^set -u/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    --out) OUT=${2:?Expected a folder after --out.} ;;
    --only) ONLY=${2:?Expected tar, deb or rpm after --only.} ;;
    *) echo "Expected an option of 'pliant package --help', but got '$1'." >&2; exit 2 ;;
  esac
  shift 2
done
case $ONLY in '' | tar | deb | rpm) ;; *) echo "Expected --only tar, deb or rpm, but got '$ONLY'." >&2; exit 2 ;; esac
fail() { echo "pliant: error: $1" >&2; exit 1; }
note() { echo "pliant: $1" >&2; }
[ "$(uname -m)" = x86_64 ] || fail "Expected an x86_64 host: RocksDB, which keeps the journal, is shipped for Linux on x86_64 alone. Here is $(uname -m)."
[ -f pom.xml ] || fail "Expected a source tree to make packages of, but this is an installed one."
. "$ROOT/libexec/find-jdk.sh"
find_jdk || exit 1
export JAVA_HOME=$JDK_HOME
libexec/build.sh || exit 1

mkdir -p "$OUT" && OUT=$(cd "$OUT" && pwd) || fail "Expected to write $OUT, but cannot."
LOG=$OUT/package.log
: >"$LOG"
WORK=$OUT/work
rm -rf "$WORK"
TREE=$WORK/root/opt/pliant
mkdir -p "$TREE/target/dist" || exit 1
trap 'rm -rf "$WORK"' EXIT
run() { "$@" >>"$LOG" 2>&1 </dev/null || { tail -5 "$LOG" >&2; fail "Expected '$1 ...' to succeed, but it failed; see $LOG."; }; }

version=$(sed -n 's:.*<version>\(.*\)</version>.*:\1:p' pom.xml | head -1)
epoch=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y pom.xml)
case $version in *-SNAPSHOT) version=${version%-SNAPSHOT}~$(date -u -d "@$epoch" +%Y%m%d%H%M) ;; esac

note "laying out version $version ..."
cp -a pliant config docs examples README.md CHANGELOG.md "$TREE/"
cp -a libexec "$TREE/"
rm -f "$TREE"/libexec/{prove-gates.sh,check-perl.sh,package.sh,check-packages.sh,bill-of-materials.sh,build.sh,find-jdk.sh} "$TREE"/libexec/*.java
rm -rf "$TREE/config/checkstyle"
cp -a target/dist/{cli,lib,sim,imp,native} "$TREE/target/dist/"
declare -A first
for jar in "$TREE"/target/dist/{lib,cli,sim}/*.jar; do # each once on the disk
  name=${jar##*/}
  if [ -n "${first[$name]:-}" ] && cmp -s "${first[$name]}" "$jar"; then ln -f "${first[$name]}" "$jar"; else first[$name]=$jar; fi
done

note "making the Java run time ..."
modules=java.base,java.logging,java.management,java.naming,java.net.http,java.security.jgss,java.sql,java.xml,jdk.jfr,jdk.management,jdk.net,jdk.unsupported,jdk.zipfs
run "$JDK_HOME/bin/jlink" --add-modules $modules --strip-debug --no-header-files --no-man-pages --output "$TREE/runtime"
class_path() { local jar path=; for jar in "$TREE/target/dist/$1"/*.jar; do path+=":\$home${jar#"$TREE"}"; done; printf '%s' "${path#:}"; }
printf 'JAVA=$home/runtime/bin/java\nCLI_PATH=%s\nRUNTIME_PATH=%s\nSIM_PATH=%s\n' "$(class_path cli)" "$(class_path lib)" "$(class_path sim)" >"$TREE/target/dist/pliant.env"

note "writing notices, manual pages and completion ..."
run libexec/bill-of-materials.sh
jackson=$(printf '%s:' target/dist/lib/jackson-*.jar)
"$JDK_HOME/bin/java" -cp "$jackson" libexec/ThirdParty.java target/bom.json target/dist/{cli,lib,sim} >"$TREE/THIRD-PARTY.txt" 2>>"$LOG" || fail "Expected notices of all libraries; see $LOG."
for source in cli/src/main/c/pliant-submit node-runtime/src/main/c/pliant-start; do
  name=${source##*/}
  [ -x "target/dist/native/$name" ] || continue
  # the C library is within it, so whoever has it may link it with another
  mkdir -p "$TREE/share/src" && cp -a "$source" "$TREE/share/src/" || fail "Expected to write $TREE/share/src, but cannot."
  {
    printf '\n%s\n' "$(printf '=%.0s' {1..80})"
    echo "target/dist/native/$name has the GNU C Library in it, under the GNU Lesser General Public License 2.1 or later:"
    echo "https://www.gnu.org/licenses/old-licenses/lgpl-2.1.txt. share/src/$name is its source; build.sh there links it anew."
  } >>"$TREE/THIRD-PARTY.txt"
done
mkdir -p "$WORK/adoc" "$TREE/share/man/man1"
run mvn -B -q -Dstyle.color=never -f packaging/pom.xml -Dout="$WORK" -Dadoc="$WORK/adoc" -Dman="$TREE/share/man/man1" dependency:copy@codegen
run "$JDK_HOME/bin/java" -Dpliant.home="$ROOT" -cp "$(printf '%s:' target/dist/cli/*.jar "$WORK"/codegen/*.jar)" libexec/ManPages.java "$WORK/adoc"
run mvn -B -q -Dstyle.color=never -f packaging/pom.xml -Dout="$WORK" -Dadoc="$WORK/adoc" -Dman="$TREE/share/man/man1" asciidoctor:process-asciidoc@man
gzip -n9 "$TREE"/share/man/man1/*.1 || fail "Expected manual pages, but there are none; see $LOG."
PLIANT_NO_REBUILD=1 ./pliant completion bash >"$TREE/share/completion.bash" || exit 1

# Caches count for jars with these times; whole seconds are what archives keep.
find "$TREE" -exec touch -h -d "@$epoch" {} +
note "preparing a fast start ..."
PLIANT_CONTROLLER_OPTS='' PLIANT_NODE_OPTS='' run "$TREE/libexec/train.sh"
rm -f "$TREE/target/build.log"
[ -f "$TREE/target/dist/cli.aot" ] && [ -f "$TREE/target/dist/controller.aot" ] || fail "Expected caches for a fast start; see $LOG."
chmod -R u=rwX,go=rX "$TREE"
find "$TREE" -newermt "@$epoch" -exec touch -h -d "@$epoch" {} +

pack() { # ARCHIVE FOLDER [OPTION...]
  local archive=$1 folder=$2
  shift 2
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" "$@" -C "$folder" -cf - . | gzip -n6 >"$archive"
}
done_with() { note "$(du -h "$1" | cut -f1)  $1"; }
if [ -z "$ONLY" ] || [ "$ONLY" = tar ]; then
  archive=$OUT/pliant-$version-linux-x86_64.tar.gz
  pack "$archive" "$TREE" --transform "s,^\.,pliant-$version," || fail "Expected to write $archive, but cannot."
  done_with "$archive"
fi
[ "$ONLY" = tar ] && exit 0

system=$WORK/root
mkdir -p "$system"/usr/{bin,lib/systemd/system,lib/sysusers.d,share/doc/pliant,share/bash-completion/completions,share/man} "$system"/etc/{pliant,logrotate.d}
ln -s /opt/pliant/pliant "$system/usr/bin/pliant"
cp config/systemd/*.service "$system/usr/lib/systemd/system/"
cp packaging/files/sysusers.conf "$system/usr/lib/sysusers.d/pliant.conf"
cp packaging/files/logrotate "$system/etc/logrotate.d/pliant"
cp packaging/files/README.etc "$system/etc/pliant/README"
cp -a "$TREE/share/man/man1" "$system/usr/share/man/"
cp "$TREE/share/completion.bash" "$system/usr/share/bash-completion/completions/pliant"
cp "$TREE/THIRD-PARTY.txt" "$system/usr/share/doc/pliant/"
cat >"$system/usr/share/doc/pliant/copyright" <<'TEXT'
Pliant. The owner has chosen no licence for it; ask before you pass it on.
The libraries that it contains are under licences of their own: THIRD-PARTY.txt beside this file.
TEXT
chmod -R u=rwX,go=rX "$system"/{usr,etc}
find "$system"/usr "$system"/etc -exec touch -h -d "@$epoch" {} +

package() { # GOAL
  run mvn -B -q -Dstyle.color=never -f packaging/pom.xml -Dout="$OUT" -Dwork="$WORK" -Dcontrol="$WORK/control" -Dtree="$WORK/tree.tar.gz" -Droot="$system" \
    -DdebVersion="$version" -DrpmVersion="${version%%~*}" -DrpmRelease="${release:-1}" -Dproject.build.outputTimestamp="$epoch" "$1"
}
if [ -z "$ONLY" ] || [ "$ONLY" = deb ]; then
  pack "$WORK/tree.tar.gz" "$system"
  mkdir -p "$WORK/control"
  sed -e "s/@VERSION@/$version/" -e "s/@SIZE@/$(du -sk "$system" | cut -f1)/" packaging/files/control >"$WORK/control/control"
  cp packaging/files/{postinst,prerm} "$WORK/control/"
  printf '%s\n' /etc/logrotate.d/pliant /etc/pliant/README >"$WORK/control/conffiles"
  package jdeb:jdeb@deb
  done_with "$OUT/pliant_${version}_amd64.deb"
fi
if [ -z "$ONLY" ] || [ "$ONLY" = rpm ]; then
  case $version in *~*) release=0.${version#*~} ;; *) release=1 ;; esac
  package rpm:rpm@rpm
  done_with "$OUT/pliant-${version%%~*}-$release.x86_64.rpm"
fi
