#!/bin/sh
# generate.sh LIBMPICH CALLS PREPROCESSED-MPI.H FOLDER
# Writes, from the calls that the installed libmpich defines and the list of those that want more than a jump:
#   FOLDER/jumps.S     each other call as a jump through the table
#   FOLDER/names.c     the table, and the names of its calls
#   FOLDER/wrappers.c  those that are timed or counted
set -eu
library=$1 calls=$2 header=$3 folder=$4

nm -D --defined-only "$library" | awk '$2 ~ /[TW]/ && $3 ~ /^P?MPIX?_/ { print $3 }' | LC_ALL=C sort -u >"$folder/symbols"
count=$(wc -l <"$folder/symbols")
if [ "$count" -lt 500 ]; then
  echo "Expected the calls of MPI in $library, but found $count. Is it MPICH's library?" >&2
  exit 1
fi

awk '
  FNR == NR { if ($1 == "own") { skip[$2] = skip["P" $2] = 1 } else if ($1 != "#") skip[$NF] = 1; next }
  !($1 in skip) { printf "JUMP %s, %d\n", $1, FNR - 1 }
' "$calls" "$folder/symbols" >"$folder/jumps.list"
{ echo '#include "jump.h"'; cat "$folder/jumps.list"; } >"$folder/jumps.S"

awk '
  BEGIN { print "#include \"table.h\"\n\nconst char *const imp_call_names[] = {" }
  { printf "    \"%s\",\n", $1 }
  END { printf "};\nconst size_t imp_call_count = %d;\nvoid *imp_calls[%d];\n", NR, NR }
' "$folder/symbols" >"$folder/names.c"

# The header as one declaration a line: "int MPI_Send(const void *buf, ...)".
tr '\n' ' ' <"$header" | tr ';' '\n' | sed -n 's/^ *\(int MPI_[A-Za-z_]*\) *(\([^()]*\)).*/\1(\2)/p' | tr -s ' ' >"$folder/declarations"

awk -v symbols="$folder/symbols" -v declarations="$folder/declarations" '
  BEGIN {
    while ((getline line < symbols) > 0) index_of[line] = n++
    while ((getline line < declarations) > 0) {
      name = line; sub(/^int /, "", name); sub(/\(.*/, "", name)
      declared[name] = line
    }
    print "#include \"wrap.h\"\n"
  }
  $1 != "time" && $1 != "open" && $1 != "close" { next }
  {
    name = $NF
    if (!(name in index_of)) next   # this MPICH does not have it
    if (!(name in declared)) { printf "Expected %s in the header, but it is not there.\n", name > "/dev/stderr"; exit 1 }
    inside = declared[name]; sub(/^[^(]*\(/, "", inside); sub(/\)$/, "", inside)
    k = split(inside, parameters, ",")
    arguments = ""
    for (i = 1; i <= k; i++) {
      p = parameters[i]; gsub(/\[[^]]*\]/, "", p); sub(/ +$/, "", p); sub(/.*[ *]/, "", p)
      arguments = arguments (i > 1 ? ", " : "") p
    }
    printf "PUBLIC %s {\n", declared[name]
    if ($1 == "time") print "  imp_communicating(1);"
    printf "  int result = ((__typeof__(&%s))imp_calls[%d])(%s);\n", name, index_of[name], arguments
    if ($1 == "time") print "  imp_communicating(0);"
    if ($1 == "open") printf "  if (result == MPI_SUCCESS) imp_count_%s(1);\n", $2
    if ($1 == "close") printf "  if (result == MPI_SUCCESS) imp_count_%s(-1);\n", $2
    print "  return result;\n}\n"
  }
' "$calls" >"$folder/wrappers.c"
