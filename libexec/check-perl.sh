#!/usr/bin/env bash
# Looks at every perl program of this working tree: it compiles without a word, and each file, each part of the launcher too,
# says "use strict" and "use warnings". Then runs the tests of the launcher's parts and of bags. Called by ./check; takes ten seconds.
# perlcritic is no part of it: what it would find beyond this is taste.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
PARTS=node-runtime/src/main/resources/io/pliant/runtime/node/launcher
TESTS=node-runtime/src/test/perl/parts.pl
failed=0

complain() { # TEXT
  echo "Expected $1"
  failed=1
}

# order: names of the launcher's parts, as LauncherProgram feeds them.
order() { grep -v -e '^#' -e '^$' "$PARTS/parts"; }

# put_together [NAME...]: these parts, each with its own numbers of lines.
put_together() {
  local name
  for name in "$@"; do
    printf '# line 1 "%s"\n' "$name"
    cat "$PARTS/$name"
  done
}

# compiles NAME ARGUMENT...: perl -c says that all is well, and nothing else.
compiles() {
  local name=$1 said
  shift
  said=$(perl -c "$@" 2>&1)
  [[ $said == *' syntax OK' && $said != *$'\n'* ]] || complain "$name to compile without a word, but perl says: $said"
}

while IFS= read -r -d '' file; do
  for pragma in strict warnings; do
    grep -q "^use $pragma;" "$file" || complain "$file to say \"use $pragma;\", but it does not."
  done
  case $file in
    "$PARTS"/*) order | grep -qx "${file##*/}" || complain "$file to be named in $PARTS/parts, but it is not." ;;
    "$TESTS") ;;
    libexec/quick/*) compiles "$file" "$file" "$PWD" none ;;
    *) compiles "$file" "$file" ;;
  esac
done < <(find . -name target -prune -o -name .git -prune -o -name '*.pl' -printf '%P\0')

mapfile -t parts < <(order)
compiles "the launcher of ${parts[*]}" - < <(put_together "${parts[@]}")

# The last part starts the launcher; the tests take its place.
if [ $failed = 0 ]; then
  perl cli/src/test/perl/bag.pl "$PWD/libexec/bag" || complain "the tests in cli/src/test/perl/bag.pl to pass, but they do not."
  { put_together "${parts[@]:0:${#parts[@]}-1}"; printf '# line 1 "%s"\n' "$TESTS"; cat "$TESTS"; } | perl - "$PARTS" || complain "the tests in $TESTS to pass, but they do not."
fi
exit $failed
