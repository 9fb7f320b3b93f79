package io.pliant.core.option;

import java.util.List;

/** Help texts made from the table of options. */
public final class OptionHelp {

  private static final int COLUMN = 32;

  private OptionHelp() {}

  /** One line for each option, for example {@code -N, --nodes=<n|min-max> Number of nodes}. */
  public static String of(List<SubmitOption> options) {
    StringBuilder text = new StringBuilder();
    for (SubmitOption option : options) {
      String form = form(option);
      text.append(form);
      text.append(
          form.length() < COLUMN ? " ".repeat(COLUMN - form.length()) : "\n" + " ".repeat(COLUMN));
      text.append(option.description()).append('\n');
    }
    return text.toString();
  }

  private static String form(SubmitOption option) {
    String letter = option.shortName() == null ? "    " : "-" + option.shortName() + ", ";
    String value =
        option.argument() == OptionArgument.REQUIRED ? "=<" + option.argumentName() + ">" : "";
    return "  " + letter + "--" + option.longName() + value;
  }
}
