package io.pliant.core.option;

/** Where an option may stand and who acts on it. */
enum OptionUse {
  /** {@code pliant submit} and directives in the script. */
  SUBMIT,
  /** {@code pliant run} outside a job. */
  RUN,
  /** {@code pliant run} inside a job. */
  STEP,
  /** The submitting program acts on it; the parser of job options never sees it. */
  CLIENT
}
