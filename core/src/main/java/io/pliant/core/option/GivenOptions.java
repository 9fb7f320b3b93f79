package io.pliant.core.option;

import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The options of one submission; of an option given more than once, the last one counts. */
final class GivenOptions {
  /** Largest number of nodes, tasks or cpus that may be asked for. */
  static final int MAX_COUNT = 1_000_000;

  private final Map<SubmitOption, GivenOption> byOption = new EnumMap<>(SubmitOption.class);

  /** Later lists win over earlier ones. */
  @SafeVarargs
  static GivenOptions of(List<GivenOption>... lists) {
    GivenOptions options = new GivenOptions();
    for (List<GivenOption> list : lists) {
      for (GivenOption given : list) {
        options.add(given);
      }
    }
    return options;
  }

  private void add(GivenOption given) {
    SubmitOption opposite =
        switch (given.option()) {
          case REQUEUE -> SubmitOption.NO_REQUEUE;
          case NO_REQUEUE -> SubmitOption.REQUEUE;
          default -> null;
        };
    if (opposite != null) {
      byOption.remove(opposite);
    }
    byOption.put(given.option(), given);
  }

  @Nullable GivenOption get(SubmitOption option) {
    return byOption.get(option);
  }

  /** All that count, in the order of the table. */
  Collection<GivenOption> all() {
    return byOption.values();
  }

  boolean has(SubmitOption option) {
    return byOption.containsKey(option);
  }

  /** The value as it stands, or null when the option is not given. */
  @Nullable String text(SubmitOption option) {
    GivenOption given = byOption.get(option);
    return given == null ? null : given.valueOrEmpty();
  }

  /** A whole number of at least 1, or 0 when the option is not given. */
  int count(SubmitOption option) {
    GivenOption given = byOption.get(option);
    return given == null ? 0 : count(given, given.valueOrEmpty());
  }

  static int count(GivenOption given, String digits) {
    boolean number = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!number || digits.length() > 7) {
      throw OptionException.badValue(given, "a whole number from 1 to " + MAX_COUNT);
    }
    int count = Integer.parseInt(digits);
    if (count < 1 || count > MAX_COUNT) {
      throw OptionException.badValue(given, "a whole number from 1 to " + MAX_COUNT);
    }
    return count;
  }

  /** The value as {@code reader} understands it, or null when the option is not given. */
  <T> @Nullable T read(SubmitOption option, String expected, Function<String, T> reader) {
    GivenOption given = byOption.get(option);
    if (given == null) {
      return null;
    }
    try {
      return reader.apply(given.valueOrEmpty());
    } catch (IllegalArgumentException _) {
      throw OptionException.badValue(given, expected);
    }
  }

  /** What changes for options that are taken and not kept, a sentence for each consequence. */
  List<String> unkept() {
    Map<Unkept, StringJoiner> names = new EnumMap<>(Unkept.class);
    for (Map.Entry<SubmitOption, GivenOption> given : byOption.entrySet()) {
      SubmitOption option = given.getKey();
      Unkept unkept = option.unkept();
      if (unkept != null) {
        names.computeIfAbsent(unkept, _ -> new StringJoiner(", ")).add(option.typed());
      }
    }
    List<String> sentences = new ArrayList<>();
    names.forEach((unkept, all) -> sentences.add(all + ": " + unkept.consequence() + "."));
    return sentences;
  }

  /** Time limit, or null when none is given. */
  @Nullable Duration timeLimit() {
    return read(SubmitOption.TIME, TimeLimit.FORMS, TimeLimit::parse);
  }
}
