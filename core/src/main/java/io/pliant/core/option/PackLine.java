package io.pliant.core.option;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The options of a client's command line by component of a job pack, between which colons stand; of
 * an ordinary job there is one.
 *
 * @param components options of each, in order
 * @param rest the words behind the options
 */
record PackLine(List<List<GivenOption>> components, List<String> rest) {
  /** The word between components. */
  static final String SEPARATOR = ":";

  /**
   * Reads up to the first word that is neither option nor colon.
   *
   * @throws OptionException with the faults of a component, a line for each
   */
  static PackLine read(List<String> argv, OptionScope scope) {
    List<List<GivenOption>> components = new ArrayList<>();
    List<String> rest = argv;
    do {
      boolean first = components.isEmpty();
      String where = first ? "command line" : PackOptions.placed("command line", components.size());
      OptionReader reader =
          new OptionReader(first ? rest : rest.subList(1, rest.size()), scope, where);
      components.add(reader.read());
      rest = reader.rest();
    } while (goesOn(rest));
    return new PackLine(components, rest);
  }

  /** True when another component follows. */
  static boolean goesOn(List<String> words) {
    return !words.isEmpty() && words.getFirst().equals(SEPARATOR);
  }

  /** Options of all components together, for what the client does. */
  List<GivenOption> given() {
    return components.stream().flatMap(List::stream).toList();
  }

  /** The words to pass on, of those options that are wanted. */
  List<String> words(Predicate<GivenOption> wanted) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < components.size(); i++) {
      words.addAll(i == 0 ? List.of() : List.of(SEPARATOR));
      words.addAll(OptionWords.passedOn(components.get(i).stream().filter(wanted).toList()));
    }
    return words;
  }
}
