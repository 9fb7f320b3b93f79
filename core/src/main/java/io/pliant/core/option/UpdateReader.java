package io.pliant.core.option;

import io.pliant.core.dependency.Dependency;
import io.pliant.core.spec.BeginTime;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.JobUpdate;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is to be different of a job by the rules of a submission: the same forms, names and
 * bounds, and all faults at once.
 */
public final class UpdateReader {
  private static final String WHERE = "update";

  private final JobUpdate update;
  private final JobSpec spec;
  private final SubmissionContext context;
  private final SubmissionLimits limits;
  private final GivenOptions given;
  private final BookkeepingOptions names;

  private UpdateReader(
      JobUpdate update, JobSpec spec, SubmissionContext context, SubmissionLimits limits) {
    this.update = update;
    this.spec = spec;
    this.limits = limits;
    this.context = context;
    List<GivenOption> options = new ArrayList<>();
    add(options, SubmitOption.JOB_NAME, update.name());
    add(options, SubmitOption.WCKEY, update.wckey());
    add(options, SubmitOption.NICE, update.nice());
    add(options, SubmitOption.PRIORITY, update.priority());
    add(options, SubmitOption.BEGIN, update.begin());
    Bookkeeping known = spec.bookkeeping();
    add(
        options,
        SubmitOption.ACCOUNT,
        or(update.account(), known == null ? null : known.account()));
    add(options, SubmitOption.QOS, or(update.qos(), known == null ? null : known.qos()));
    String now = spec.timeLimit() == null ? null : TimeLimit.format(spec.timeLimit());
    add(
        options,
        SubmitOption.TIME,
        update.timeLimit() == null ? (update.qos() == null ? null : now) : absolute(update));
    this.given = GivenOptions.of(options);
    this.names = new BookkeepingOptions(given, context);
  }

  /**
   * What is to be different.
   *
   * @param spec how the job stands
   * @param context with whoever asks as the submitter
   * @throws IllegalArgumentException with all faults, a line for each
   */
  public static JobChange read(
      JobUpdate update, JobSpec spec, SubmissionContext context, SubmissionLimits limits) {
    if (update.equals(JobUpdate.NONE)) {
      throw new OptionException("Expected something to be changed, but got nothing.");
    }
    Faults faults = new Faults();
    UpdateReader reader;
    try {
      reader = new UpdateReader(update, spec, context, limits);
    } catch (OptionException e) {
      faults.add(e);
      faults.look(() -> new UpdateReader(without(update), spec, context, limits).look(faults));
      throw faults.all();
    }
    reader.look(faults);
    if (!faults.none()) {
      throw faults.all();
    }
    return reader.change();
  }

  /** The same but for a time limit that cannot be understood. */
  private static JobUpdate without(JobUpdate update) {
    return new JobUpdate(
        null,
        update.nice(),
        update.priority(),
        update.name(),
        update.comment(),
        update.account(),
        update.qos(),
        update.wckey(),
        update.begin(),
        update.elementsAtOnce(),
        update.dependency());
  }

  private void look(Faults faults) {
    faults.look(this::timeLimit);
    faults.look(this::account);
    faults.look(this::qos);
    faults.look(names::wckey);
    faults.look(names::nice);
    faults.look(names::priority);
    faults.look(this::begin);
    faults.look(this::name);
    faults.look(this::comment);
    faults.look(this::atOnce);
    faults.look(this::dependency);
  }

  private JobChange change() {
    return new JobChange(
        timeLimit(),
        names.nice(),
        names.priority(),
        name(),
        comment(),
        account(),
        qos(),
        names.wckey(),
        atOnce(),
        begin(),
        dependency());
  }

  /** Within what the quality of service allows, also of a job that only gets another one. */
  private @Nullable Duration timeLimit() {
    boolean asked = update.timeLimit() != null || update.qos() != null;
    Duration limit = asked ? names.timeLimit(spec.partition()) : null;
    return update.timeLimit() == null ? null : limit;
  }

  private @Nullable String account() {
    return update.account() == null ? null : names.account();
  }

  private @Nullable String qos() {
    return update.qos() == null ? null : names.qos();
  }

  private @Nullable String name() {
    GivenOption name = given.get(SubmitOption.JOB_NAME);
    return name == null ? null : JobScriptParser.checkedName(name);
  }

  private @Nullable String comment() {
    String comment = update.comment();
    String refusal = comment == null ? null : limits.commentRefusal(comment);
    if (refusal != null) {
      throw new OptionException(WHERE + ": " + refusal);
    }
    return comment;
  }

  private @Nullable Instant begin() {
    return given.read(
        SubmitOption.BEGIN,
        BeginTime.FORMS,
        text -> BeginTime.parse(text, context.now(), context.zone()));
  }

  /** A job that has ended by itself when it could never start goes on to do so. */
  private @Nullable Dependency dependency() {
    String text = update.dependency();
    Dependency before = spec.dependency();
    boolean ends = before != null && before.endIfNever();
    if (text == null || text.isBlank()) {
      return text == null ? null : Dependency.none(ends);
    }
    return DependencyOptions.read(
        new GivenOption(SubmitOption.DEPENDENCY, text.strip(), WHERE), ends);
  }

  private @Nullable Integer atOnce() {
    String text = update.elementsAtOnce();
    if (text == null) {
      return null;
    }
    if (!text.matches("[0-9]{1,7}")) {
      throw new OptionException(
          "%s: the elements at a time are '%s', but expected a whole number, 0 for no bound."
              .formatted(WHERE, TextCheck.oneLine(text, 80)));
    }
    return Integer.valueOf(text);
  }

  /** A time limit as it will be: {@code +30} and {@code -30} are from that of now. */
  private String absolute(JobUpdate wanted) {
    String text = wanted.timeLimit() == null ? "" : wanted.timeLimit();
    boolean more = text.startsWith("+");
    if (!more && (!text.startsWith("-") || text.equals("-1"))) {
      return text;
    }
    Duration usual = context.defaultTime().apply(spec.partition());
    Duration limit = spec.timeLimit() == null ? usual : spec.timeLimit();
    if (limit == null || limit.compareTo(TimeLimit.UNLIMITED) >= 0) {
      throw new OptionException(
          "%s: the time limit is to be %s, but the job has none; give the whole limit."
              .formatted(WHERE, TextCheck.oneLine(text, 80)));
    }
    Duration part;
    try {
      part = TimeLimit.parse(text.substring(1));
    } catch (IllegalArgumentException e) {
      throw new OptionException(WHERE + ": " + e.getMessage());
    }
    Duration sum = more ? limit.plus(part) : limit.minus(part);
    if (sum.compareTo(TimeLimit.UNLIMITED) >= 0 || sum.compareTo(Duration.ZERO) <= 0) {
      throw new OptionException(
          "%s: the time limit is to be %s from %s, but expected one of more than 0 and less than %d days."
              .formatted(
                  WHERE,
                  TextCheck.oneLine(text, 80),
                  TimeLimit.format(limit),
                  TimeLimit.UNLIMITED.toDays()));
    }
    return TimeLimit.format(sum);
  }

  private static @Nullable String or(@Nullable String first, @Nullable String other) {
    return first == null ? other : first;
  }

  private static void add(List<GivenOption> options, SubmitOption option, @Nullable String value) {
    if (value != null) {
      options.add(new GivenOption(option, value, WHERE));
    }
  }
}
