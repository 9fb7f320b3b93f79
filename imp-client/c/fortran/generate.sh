#!/bin/sh
# generate.sh LIBMPICHFORT FOLDER
# Writes, from the calls of Fortran that the installed libmpichfort defines:
#   FOLDER/jumps.S     each as a jump through a table of its own
#   FOLDER/names.c     the table, and the names of its calls
set -eu
library=$1 folder=$2
nm -D --defined-only "$library" | awk '$2 ~ /[TW]/ && $3 ~ /^p?mpix?_[a-z0-9_]*[a-z0-9]_$/ { print $3 }' | LC_ALL=C sort -u >"$folder/symbols"
count=$(wc -l <"$folder/symbols")
if [ "$count" -lt 300 ]; then
  echo "Expected the calls of Fortran in $library, but found $count. Is it MPICH's library?" >&2
  exit 1
fi
own='^p?mpi_(init|init_thread|finalize)_$'
{ printf '#define IMP_TABLE imp_fortran_calls\n#include "jump.h"\n'; awk -v own="$own" '$1 !~ own { printf "JUMP %s, %d\n", $1, NR - 1 }' "$folder/symbols"; } >"$folder/jumps.S"
awk '
  BEGIN { print "#include \"fortran.h\"\n\nconst char *const imp_fortran_names[] = {" }
  { printf "    \"%s\",\n", $1 }
  END { printf "};\nconst size_t imp_fortran_count = %d;\nvoid *imp_fortran_calls[%d];\n", NR, NR }
' "$folder/symbols" >"$folder/names.c"
