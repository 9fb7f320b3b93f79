package io.pliant.core.option;

import io.pliant.core.id.PartitionName;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ListedAccount;
import io.pliant.core.spec.ListedQos;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Under which names a job is counted, and what its user or an operator asks of its place. */
final class BookkeepingOptions {
  /** What {@code --nice} without a number means, as under Slurm. */
  private static final int PLAIN_NICE = 100;

  /** Names told in a refusal. */
  private static final int MOST_TOLD = 20;

  private final GivenOptions options;
  private final SubmissionContext context;
  private final KnownNames names;

  BookkeepingOptions(GivenOptions options, SubmissionContext context) {
    this.options = options;
    this.context = context;
    this.names = context.names();
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

  @Nullable String account() {
    ListedAccount listed = listedAccount();
    return listed == null ? word(options.get(SubmitOption.ACCOUNT)) : listed.name();
  }

  /** The account, or that of the user when none is given; null where it is not listed. */
  private @Nullable ListedAccount listedAccount() {
    GivenOption given = options.get(SubmitOption.ACCOUNT);
    String word = word(given);
    if (names.accounts().isEmpty()) {
      return null;
    }
    List<ListedAccount> own =
        context.operator() ? names.accounts() : names.accountsOf(context.submitter().name());
    if (word != null && given != null) {
      ListedAccount account = names.account(word);
      if (account != null && own.contains(account)) {
        return account;
      }
      throw OptionException.badValue(given, accounts(own));
    }
    if (context.operator()) {
      return null;
    }
    if (own.isEmpty()) {
      throw new OptionException("Expected " + accounts(own) + ".");
    }
    return own.getFirst();
  }

  /** The fault of an account is told once, and hides none of a quality of service. */
  private @Nullable ListedAccount accountUnlessFaulty() {
    try {
      return listedAccount();
    } catch (OptionException _) {
      return null;
    }
  }

  private String accounts(List<ListedAccount> own) {
    String user = context.submitter().name();
    return own.isEmpty()
        ? "an account of %s, who is in none of this site's; ask an operator".formatted(user)
        : "%s of %s"
            .formatted(oneOf("account", own.stream().map(ListedAccount::name).toList()), user);
  }

  @Nullable String qos() {
    ListedQos listed = listedQos();
    return listed == null ? word(options.get(SubmitOption.QOS)) : listed.name();
  }

  /** The quality of service, or the first of the account; null where it is not listed. */
  private @Nullable ListedQos listedQos() {
    GivenOption given = options.get(SubmitOption.QOS);
    String word = word(given);
    if (names.qos().isEmpty()) {
      return null;
    }
    ListedAccount account = accountUnlessFaulty();
    List<String> own = account == null ? List.of() : account.qos();
    if (word == null || given == null) {
      return own.isEmpty() ? null : names.qos(own.getFirst());
    }
    ListedQos asked = names.qos(word);
    if (asked != null && (own.isEmpty() || context.operator() || own.contains(asked.name()))) {
      return asked;
    }
    List<String> all = names.qos().stream().map(ListedQos::name).toList();
    throw OptionException.badValue(
        given,
        oneOf("quality", "qualities", own.isEmpty() ? all : own)
            + " of service"
            + (own.isEmpty() || account == null ? "" : " of account " + account.name()));
  }

  private static String oneOf(String what, List<String> names) {
    return oneOf(what, what + "s", names);
  }

  /** A list for people, of at most {@value #MOST_TOLD} names. */
  private static String oneOf(String one, String many, List<String> names) {
    if (names.size() == 1) {
      return "%s, the only %s".formatted(names.getFirst(), one);
    }
    String told = String.join(", ", names.subList(0, Math.min(MOST_TOLD, names.size())));
    return "one of %s%s: the %s"
        .formatted(
            told,
            names.size() > MOST_TOLD ? " and %d more".formatted(names.size() - MOST_TOLD) : "",
            many);
  }

  /**
   * The time limit, or null for the partition's: what is given, within what the quality of service
   * allows.
   */
  @Nullable Duration timeLimit(PartitionName partition) {
    return timeLimit(partition, options.timeLimit());
  }

  /** The same where a job pack has been given the longest limit of its components. */
  @Nullable Duration timeLimit(PartitionName partition, @Nullable Duration given) {
    ListedQos qos = listedQos();
    Duration most = qos == null ? null : qos.maxTime();
    if (qos == null || most == null) {
      return given;
    }
    if (given == null) {
      Duration usual = context.defaultTime().apply(partition);
      return usual == null || usual.compareTo(most) > 0 ? most : null;
    }
    GivenOption time = options.get(SubmitOption.TIME);
    if (time == null && given.compareTo(most) > 0) {
      throw new OptionException(
          "Expected a time limit (--time) of at most %s with quality of service %s, but got %s."
              .formatted(TimeLimit.format(most), qos.name(), TimeLimit.format(given)));
    }
    if (time != null && given.compareTo(most) > 0) {
      throw OptionException.badValue(
          time,
          "at most %s with quality of service %s".formatted(TimeLimit.format(most), qos.name()));
    }
    return given;
  }

  @Nullable String wckey() {
    return word(options.get(SubmitOption.WCKEY));
  }

  @Nullable Integer nice() {
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

  @Nullable Long priority() {
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
