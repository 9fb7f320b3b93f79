package io.pliant.core.option;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Places in which most options may stand. */
final class OptionUses {
  /** In scripts, and on the command lines of jobs. */
  static final Set<OptionUse> JOBS = set(OptionUse.SUBMIT, OptionUse.RUN);

  /** The same, and in steps. */
  static final Set<OptionUse> ALL = set(OptionUse.SUBMIT, OptionUse.RUN, OptionUse.STEP);

  private OptionUses() {}

  /** These places. */
  static Set<OptionUse> set(OptionUse first, OptionUse... more) {
    return Collections.unmodifiableSet(EnumSet.of(first, more));
  }
}
