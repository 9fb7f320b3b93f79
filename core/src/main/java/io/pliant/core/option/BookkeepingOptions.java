package io.pliant.core.option;

import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.SubmissionContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Under which names a job is counted, and what its user or an operator asks of its place. */
final class BookkeepingOptions {
  /** What {@code --nice} without a number means, as under Slurm. */
  private static final int PLAIN_NICE = 100;

  private final GivenOptions options;
  private final SubmissionContext context;

  BookkeepingOptions(GivenOptions options, SubmissionContext context) {
    this.options = options;
    this.context = context;
  }

  /** All of it, or null when nothing is asked. */
  @Nullable Bookkeeping read(List<String> warnings) {
    Bookkeeping asked = new Bookkeeping(account(), qos(), wckey(), nice(), priority());
    if (asked.nice() != null && asked.priority() != null) {
      warnings.add("--nice: beside --priority it does not count.");
    }
    return asked.orNull();
  }

  /** What it is read from, each part by itself. */
  List<Runnable> parts() {
    return List.of(this::account, this::qos, this::wckey, this::nice, this::priority);
  }

  private @Nullable String account() {
    return listed(options.get(SubmitOption.ACCOUNT), context.names().accounts());
  }

  private @Nullable String qos() {
    return listed(options.get(SubmitOption.QOS), context.names().qos());
  }

  private @Nullable String wckey() {
    return word(options.get(SubmitOption.WCKEY));
  }

  private @Nullable Integer nice() {
    GivenOption given = options.get(SubmitOption.NICE);
    if (given == null) {
      return null;
    }
    String text = given.valueOrEmpty();
    if (text.isEmpty()) {
      return PLAIN_NICE;
    }
    int least = context.operator() ? -Bookkeeping.MOST_NICE : 0;
    if (text.matches("-?[0-9]{1,10}")) {
      long nice = Long.parseLong(text);
      if (nice >= least && nice <= Bookkeeping.MOST_NICE) {
        return (int) nice;
      }
    }
    throw OptionException.badValue(
        given,
        "a whole number from %d to %d%s"
            .formatted(
                least,
                Bookkeeping.MOST_NICE,
                context.operator()
                    ? ""
                    : ", since only operators put jobs before others; delete it"));
  }

  private @Nullable Long priority() {
    GivenOption given = options.get(SubmitOption.PRIORITY);
    if (given == null) {
      return null;
    }
    if (!context.operator()) {
      throw new OptionException(
          "%s: option '--priority' is for operators; delete it, or write --nice to go behind others."
              .formatted(given.where()));
    }
    String text = given.valueOrEmpty();
    if (text.toUpperCase(Locale.ROOT).equals("TOP")) {
      return Bookkeeping.HIGHEST;
    }
    if (text.matches("[0-9]{1,10}")) {
      long priority = Long.parseLong(text);
      if (priority > 0 && priority <= Bookkeeping.HIGHEST) {
        return priority;
      }
    }
    throw OptionException.badValue(
        given,
        "TOP or a whole number from 1 to %d; --hold holds a job".formatted(Bookkeeping.HIGHEST));
  }

  /** A name, one of the site's list where it has one. */
  private static @Nullable String listed(@Nullable GivenOption given, List<String> known) {
    String word = word(given);
    if (word != null && given != null && !known.isEmpty() && !known.contains(word)) {
      throw OptionException.badValue(
          given, (known.size() == 1 ? "" : "one of ") + String.join(", ", known));
    }
    return word;
  }

  private static @Nullable String word(@Nullable GivenOption given) {
    if (given == null) {
      return null;
    }
    String word = given.valueOrEmpty();
    if (word.isBlank() || word.length() > Bookkeeping.LONGEST || !TextCheck.printable(word)) {
      throw OptionException.badValue(
          given, "a name of 1 to %d printable characters".formatted(Bookkeeping.LONGEST));
    }
    return word;
  }
}
