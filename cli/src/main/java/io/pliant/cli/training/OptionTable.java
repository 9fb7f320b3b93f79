package io.pliant.cli.training;

import io.pliant.core.option.SubmitOption;

/**
 * The table from which the quick clients (pliant-submit and libexec/quick/submit.pl) know the
 * options.
 */
final class OptionTable {
  private OptionTable() {}

  /**
   * Options of {@code submit}, a line each: {@code LONG SHORT ARGUMENT FOR}; no letter is {@code
   * -}.
   */
  static String ofSubmit() {
    StringBuilder table = new StringBuilder();
    for (SubmitOption option : SubmitOption.ofSubmit()) {
      Character letter = option.shortName();
      table
          .append(option.longName())
          .append(letter == null ? " - " : " " + letter + " ")
          .append(option.argument())
          .append(option.clientOnly() ? " CLIENT\n" : " PASS\n");
    }
    return table.toString();
  }
}
