package io.pliant.core.option;

/** Whether an option takes a value. */
public enum OptionArgument {
  /** A flag. */
  NONE,
  /** A value follows, glued, after {@code =}, or as the next word. */
  REQUIRED,
  /** A value may follow, and then only after {@code =}. */
  OPTIONAL
}
