package io.pliant.core.option;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the variables that a job inherits: {@code ALL}, {@code NONE}, or a list of {@code NAME}
 * and {@code NAME=value}, in which {@code ALL} may stand too.
 *
 * <p>What a login has, and where the cluster is found, is passed on in any case: without it a
 * script could start no step. Where a login shell is run it tells what a login has.
 */
final class ExportOption {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** In the path is {@code srun}, too. */
  private static final List<String> OF_CLUSTER =
      List.of("PATH", "PLIANT_CA", "PLIANT_CONTROLLERS", "PLIANT_HOME");

  private static final List<String> OF_LOGIN = List.of("HOME", "LOGNAME", "SHELL", "USER");
  private static final String EXPECTED =
      "ALL, NONE, or a list of NAME and NAME=value with commas between them";

  private ExportOption() {}

  /**
   * The chosen variables of {@code environment}; all of them when the option is not given.
   *
   * @param loginShell one will be run
   */
  static Map<String, String> chosen(
      @Nullable GivenOption given, Map<String, String> environment, boolean loginShell) {
    if (given == null) {
      return environment;
    }
    Map<String, String> chosen = new TreeMap<>();
    List<String> items = items(given);
    boolean none = items.size() == 1 && isNone(items.getFirst());
    for (String item : none ? List.<String>of() : items) {
      int equals = item.indexOf('=');
      String name = equals < 0 ? item : item.substring(0, equals);
      if (equals < 0 && item.equalsIgnoreCase("ALL")) {
        environment.forEach(chosen::putIfAbsent);
      } else if (!NAME.matcher(name).matches()) {
        throw OptionException.badValue(given, EXPECTED);
      } else if (equals >= 0) {
        chosen.put(name, item.substring(equals + 1));
      } else if (environment.containsKey(name)) {
        chosen.put(name, environment.getOrDefault(name, ""));
      }
    }
    List<String> always = new ArrayList<>(OF_CLUSTER);
    always.addAll(loginShell ? List.of() : OF_LOGIN);
    for (String name : always) {
      String value = environment.get(name);
      if (value != null) {
        chosen.putIfAbsent(name, value);
      }
    }
    return Collections.unmodifiableMap(chosen);
  }

  private static boolean isNone(String item) {
    return item.equalsIgnoreCase("NONE") || item.equalsIgnoreCase("NIL");
  }

  /** Cuts at commas outside quotes; the quotes are dropped. */
  private static List<String> items(GivenOption given) {
    List<String> items = new ArrayList<>();
    StringBuilder item = new StringBuilder();
    char quote = 0;
    for (char c : given.valueOrEmpty().toCharArray()) {
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else if (c == ',' && quote == 0) {
        items.add(item.toString());
        item.setLength(0);
      } else {
        item.append(c);
      }
    }
    if (quote != 0) {
      throw OptionException.badValue(given, "a closing " + quote);
    }
    items.add(item.toString());
    return items;
  }
}
