#!/bin/bash
# Builds pliant-pmix, the helper that serves PMIx to programs of Open MPI: build.sh FILE. Called by libexec/build.sh. Without a C
# compiler or the header of libpmix there is none, and nothing fails: one line says what is left out. Status 3 says so.
set -u
cd -P -- "${BASH_SOURCE[0]%/*}" || exit 1
case ${1:-} in /*) out=$1 ;; *) echo "Expected the absolute path of the program to make, but got '${1:-}'."; exit 2 ;; esac
cc=${CC:-cc}
if ! type -P "$cc" >/dev/null; then
  echo "without a C compiler PMIx is not offered to programs of Open MPI (on Debian: apt-get install gcc libpmix-dev)"
  exit 3
fi
flags=$(pkg-config --cflags --libs pmix 2>/dev/null)
if [[ -z $flags ]]; then # Debian keeps the header where pkg-config alone knows it, and pkg-config may be missing
  flags=-lpmix
  for folder in /usr/lib/*/pmix2 /usr/local /usr; do
    [[ -r $folder/include/pmix_server.h ]] && flags="-I$folder/include -L$folder/lib -Wl,-rpath,$folder/lib -lpmix" && break
  done
fi
# shellcheck disable=SC2086 # flags are words
if ! echo '#include <pmix_server.h>' | "$cc" $flags -E -x c - >/dev/null 2>&1; then
  echo "without pmix_server.h PMIx is not offered to programs of Open MPI (on Debian: apt-get install libpmix-dev)"
  exit 3
fi
# shellcheck disable=SC2086
exec "$cc" -std=c11 -O2 -g -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -pthread \
  -o "$out" ./*.c $flags
