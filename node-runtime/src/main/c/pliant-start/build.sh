#!/bin/bash
# Builds pliant-start, which starts the tasks of plain steps for their supervisors: build.sh FILE. Called by libexec/build.sh.
# Without a C compiler there is none and supervisors fork the tasks themselves, which costs more. Status 3 says so.
set -u
cd -P -- "${BASH_SOURCE[0]%/*}" || exit 1
case ${1:-} in /*) out=$1 ;; *) echo "Expected the absolute path of the program to make, but got '${1:-}'."; exit 2 ;; esac
cc=${CC:-cc}
if ! type -P "$cc" >/dev/null; then
  echo "without a C compiler supervisors fork all tasks themselves (on Debian: apt-get install gcc libc6-dev)"
  exit 3
fi
if ! echo '#include <linux/sched.h>' | "$cc" -E -x c - >/dev/null 2>&1; then
  echo "without the headers of the kernel supervisors fork all tasks themselves (on Debian: apt-get install libc6-dev)"
  exit 3
fi
flags=(-std=c11 -O2 -g -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2)
# Static where it can be: the fewer pages it has, the less each task costs.
"$cc" "${flags[@]}" -static -o "$out" ./*.c 2>/dev/null || exec "$cc" "${flags[@]}" -o "$out" ./*.c
