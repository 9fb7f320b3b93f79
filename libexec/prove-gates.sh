#!/usr/bin/env bash
# Shows that the gates hold: plants one violation of each kind in a scratch copy of this working tree and expects
# ./check to fail on it, for that reason. Called by ./check --prove-gates.
set -u
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/pliant-gates.XXXXXX") || exit 1
trap 'rm -rf "$SCRATCH"' EXIT
(cd "$ROOT" && git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -cf - -T - 2>/dev/null) | tar -xf - -C "$SCRATCH" || exit 1
cd "$SCRATCH" || exit 1
./check --format || exit 1 # so that each fault is the only one
passed=0 failed=0

# prove NAME TEXT FILE SOURCE: ./check fails on SOURCE planted as FILE, and its logs contain TEXT.
prove() {
  local name=$1 text=$2 file=$3 status
  printf '%s\n' "$4" >"$file"
  PLIANT_CHECK_ONLY='io.pliant.architecture.**' ./check --fast >out.log 2>&1
  status=$?
  rm -f "$file"
  if [ $status != 0 ] && grep -qF "$text" target/check/*.log; then
    echo "caught    $name"
    passed=$((passed + 1))
  else
    echo "NOT CAUGHT $name (exit $status)"
    tail -20 out.log
    failed=$((failed + 1))
  fi
}

prove "a line out of format" "Planted.java" core/src/main/java/io/pliant/core/id/Planted.java \
  'package io.pliant.core.id;

/** Planted. */
public record Planted( int   badly ) { }'

prove "a null where none may be" "[NullAway] returning @Nullable" core/src/main/java/io/pliant/core/id/Planted.java \
  'package io.pliant.core.id;

/** Planted. */
public record Planted(int number) {
  String text() {
    return null;
  }
}'

prove "a bug pattern" "[DeadException]" core/src/main/java/io/pliant/core/id/Planted.java \
  'package io.pliant.core.id;

/** Planted. */
public record Planted(int number) {
  void check() {
    new IllegalStateException("never thrown");
  }
}'

prove "a clock in core" "calls method <java.time.Instant.now()>" core/src/main/java/io/pliant/core/id/Planted.java \
  'package io.pliant.core.id;

import java.time.Instant;

/** Planted. */
public record Planted(int number) {
  Instant now() {
    return Instant.now();
  }
}'

prove "a method of more than 60 lines" "[MethodLength]" core/src/main/java/io/pliant/core/id/Planted.java \
  "package io.pliant.core.id;

/** Planted. */
public record Planted(int number) {
  int count() {
    int n = number;
$(for _ in $(seq 62); do echo '    n++;'; done)
    return n;
  }
}"

prove "a circle of packages" "Cycle detected: Slice core.format" core/src/main/java/io/pliant/core/format/Planted.java \
  'package io.pliant.core.format;

import io.pliant.core.option.SubmitOption;

/** Planted: option uses format. */
public record Planted(SubmitOption option) {}'

prove "an arrow between packages that is not written down" "Expected core.format not to use core.rule, but " \
  core/src/main/java/io/pliant/core/format/Planted.java \
  'package io.pliant.core.format;

import io.pliant.core.rule.Desk;

/** Planted: no circle, but format may use nothing. */
public record Planted(Desk desk) {}'

prove "javadoc that leads nowhere" "reference not found" imp-client/src/main/java/io/pliant/imp/Planted.java \
  'package io.pliant.imp;

/** Planted, see {@link #nowhere}. */
public record Planted(int number) {}'

prove "a perl program that does not compile" 'bench/planted.pl to compile without a word' bench/planted.pl \
  'use strict;
use warnings;
print $undeclared;'

prove "a part of the launcher without strict" 'planted.pl to say "use strict;"' \
  node-runtime/src/main/resources/io/pliant/runtime/node/launcher/planted.pl '# Planted.
use warnings;'

prove "a part of the launcher that is not fed" 'planted.pl to be named in' \
  node-runtime/src/main/resources/io/pliant/runtime/node/launcher/planted.pl '# Planted.
use strict;
use warnings;'

echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
