package io.pliant.core.option;

import org.jspecify.annotations.Nullable;

/**
 * One option as somebody wrote it.
 *
 * @param option which one
 * @param value its value, or null when it has none
 * @param where the place to name in errors, such as {@code job.sh line 4}
 */
record GivenOption(SubmitOption option, @Nullable String value, String where) {

  String valueOrEmpty() {
    return value == null ? "" : value;
  }
}
