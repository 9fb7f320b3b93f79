#!/bin/bash
# Builds pliant-yield.so, which MPI programs of MPICH get where tasks outnumber cores: build.sh FILE. Called by libexec/build.sh.
# Without a C compiler and its headers there is none, and nothing fails: status 3 says so.
set -u
cd -P -- "${BASH_SOURCE[0]%/*}" || exit 1
case ${1:-} in /*) out=$1 ;; *) echo "Expected the absolute path of the library to make, but got '${1:-}'."; exit 2 ;; esac
cc=${CC:-cc}
if ! type -P "$cc" >/dev/null; then
  echo "without a C compiler tasks of MPICH that outnumber cores wait without giving up theirs (on Debian: apt-get install gcc)"
  exit 3
fi
if ! echo '#include <stdio.h>' | "$cc" -E -x c - >/dev/null 2>&1; then
  echo "without the headers of the C library, the same (on Debian: apt-get install libc6-dev)"
  exit 3
fi
exec "$cc" -std=c11 -O2 -g -Wall -Wextra -Werror -shared -fPIC -Wl,-soname,pliant-yield.so -o "$out" yield.c -ldl
