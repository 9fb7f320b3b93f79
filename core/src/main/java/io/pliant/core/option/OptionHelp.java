package io.pliant.core.option;

import java.util.List;

/** Help texts made from the table of options. */
public final class OptionHelp {

  private static final int COLUMN = 32;

  private OptionHelp() {}

  /** One line for each option, for example {@code -N, --nodes=<n|min-max> Number of nodes}. */
  public static String of(List<SubmitOption> options) {
    StringBuilder text = new StringBuilder();
    for (SubmitOption option : options.stream().filter(SubmitOption::kept).toList()) {
      String form = form(option);
      text.append(form);
      text.append(
          form.length() < COLUMN ? " ".repeat(COLUMN - form.length()) : "\n" + " ".repeat(COLUMN));
      text.append(option.description()).append('\n');
    }
    return text.toString();
  }

  /** Names of what is taken with a warning, with lines of at most 90 characters. */
  public static String unkept(List<SubmitOption> options) {
    StringBuilder text = new StringBuilder("Taken with a warning that says what changes:");
    int length = 90;
    for (SubmitOption option : options.stream().filter(o -> !o.kept()).toList()) {
      String typed = option.typed();
      if (length + typed.length() > 88) {
        text.append("\n  ");
        length = 2;
      } else {
        text.append(' ');
        length++;
      }
      text.append(typed);
      length += typed.length();
    }
    return text.append('\n').toString();
  }

  private static String form(SubmitOption option) {
    String letter = option.shortName() == null ? "    " : "-" + option.shortName() + ", ";
    String value =
        option.argument() == OptionArgument.REQUIRED ? "=<" + option.argumentName() + ">" : "";
    return "  " + letter + "--" + option.longName() + value;
  }
}
