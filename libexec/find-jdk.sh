#!/usr/bin/env bash
# Finds a JDK 25 or newer without starting a JVM.
#
#   libexec/find-jdk.sh          prints its home, or says on stderr what to install and exits 1
#   . libexec/find-jdk.sh        defines find_jdk, which sets JDK_HOME (no process is started: ./pliant uses this)
#
# Looked at in this order: $PLIANT_JDK, $JAVA_HOME, the java on the PATH, then the usual folders. The home is
# taken from the first that has bin/javac and whose `release` file says 25 or more.

PLIANT_JDK_MIN=25

# jdk_major HOME: sets REPLY to the major version of the JDK in HOME, or to 0.
jdk_major() {
  local line
  REPLY=0
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      JAVA_VERSION=*)
        line=${line#JAVA_VERSION=}
        line=${line//\"/}
        line=${line%%[.+-]*}
        case $line in *[!0-9]* | '') ;; *) REPLY=$line ;; esac
        return 0
        ;;
    esac
  done <"$1/release"
}

# find_jdk: sets JDK_HOME; says on stderr what to install and returns 1 when there is none.
find_jdk() {
  local candidate java
  local -a candidates=()
  JDK_HOME=
  if [ -n "${PLIANT_JDK:-}" ]; then
    jdk_major "$PLIANT_JDK"
    if [ "$REPLY" -lt "$PLIANT_JDK_MIN" ]; then
      echo "Expected PLIANT_JDK to name the home of a JDK $PLIANT_JDK_MIN or newer, but '$PLIANT_JDK' is none. Unset it or correct it." >&2
      return 1
    fi
    JDK_HOME=$PLIANT_JDK
    return 0
  fi
  [ -n "${JAVA_HOME:-}" ] && candidates+=("$JAVA_HOME")
  java=$(type -P java) && java=$(readlink -f "$java") && candidates+=("${java%/bin/java}")
  candidates+=(
    /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/jdk* /usr/local/java/* /usr/local/openjdk* /opt/java/* /opt/jdk* /opt/*jdk*
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/* "${HOME:-/nonexistent}"/.asdf/installs/java/*
    "${HOME:-/nonexistent}"/.local/share/mise/installs/java/*
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /Library/Java/JavaVirtualMachines/*/Contents/Home
  )
  for candidate in "${candidates[@]}"; do
    jdk_major "$candidate"
    if [ "$REPLY" -ge "$PLIANT_JDK_MIN" ]; then
      JDK_HOME=$candidate
      return 0
    fi
  done
  cat >&2 <<'MESSAGE'
Expected to find a JDK 25 or newer, but there is none in $PLIANT_JDK, in $JAVA_HOME, on the PATH or in /usr/lib/jvm.
Install one, for example:
  Debian, Ubuntu:  apt-get install openjdk-25-jdk-headless     (or temurin-25-jdk from packages.adoptium.net)
  Fedora, RHEL:    dnf install java-25-openjdk-devel
  any, as a user:  unpack one from https://adoptium.net/temurin/releases/?version=25 and set PLIANT_JDK to its folder
MESSAGE
  return 1
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  find_jdk || exit 1
  printf '%s\n' "$JDK_HOME"
fi
