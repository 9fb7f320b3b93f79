package io.pliant.core.option;

import io.pliant.core.spec.ReservedVariables;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code --get-user-env} asks for: that the node adds to the variables of a script those that
 * a login shell of its user sets.
 *
 * @param seconds for how long the shell is waited for; 0 for as long as is usual
 * @param login false for a shell that is started as any other is
 */
record LoginShell(int seconds, boolean login) {
  static final String FORMS = "seconds, S for no login shell or L for one, or both, as in 10L";

  /** The variable of Slurm's; its twin tells the node how. */
  private static final String VARIABLE = "SLURM_GET_USER_ENV";

  private static final Pattern FORM = Pattern.compile("([0-9]{0,5})([SL]?)");

  /** Reads the value, which may be empty; throws IllegalArgumentException when it is none. */
  static LoginShell parse(String text) {
    Matcher parts = FORM.matcher(text.toUpperCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new IllegalArgumentException("Expected %s, but got '%s'.".formatted(FORMS, text));
    }
    String digits = parts.group(1);
    return new LoginShell(
        digits.isEmpty() ? 0 : Integer.parseInt(digits), !parts.group(2).equals("S"));
  }

  /** The variables by which the node is told. */
  Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>();
    ReservedVariables.put(variables, VARIABLE, "1");
    variables.put(ReservedVariables.twin(VARIABLE), seconds + (login ? "L" : "S"));
    return variables;
  }
}
