#!/bin/bash
# Builds pliant-submit, the plain case of a submission in a millisecond: build.sh FILE. Called by libexec/build.sh. Without a C
# compiler there is none and libexec/quick/submit.pl does the same in some more milliseconds. Status 3 says so.
set -u
cd -P -- "${BASH_SOURCE[0]%/*}" || exit 1
case ${1:-} in /*) out=$1 ;; *) echo "Expected the absolute path of the program to make, but got '${1:-}'."; exit 2 ;; esac
cc=${CC:-cc}
if ! type -P "$cc" >/dev/null; then
  echo "without a C compiler submissions are made by perl (on Debian: apt-get install gcc libc6-dev)"
  exit 3
fi
if ! echo '#include <stdio.h>' | "$cc" -E -x c - >/dev/null 2>&1; then
  echo "without the headers of the C library submissions are made by perl (on Debian: apt-get install libc6-dev)"
  exit 3
fi
flags=(-std=c11 -O2 -g -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2)
# Static where it can be: a third of its time would be that of the dynamic linker, and packages run on older systems, too.
"$cc" "${flags[@]}" -static -o "$out" ./*.c 2>/dev/null || exec "$cc" "${flags[@]}" -o "$out" ./*.c
