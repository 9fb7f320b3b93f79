package io.pliant.core.spec;

import io.pliant.core.array.JobArray;
import io.pliant.core.dependency.Dependency;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be different of a job that was submitted; what is null stays as it is.
 *
 * @param timeLimit wall-clock limit
 * @param nice by how much it goes behind others
 * @param priority its priority, whatever its factors
 * @param name job name
 * @param comment free text
 * @param account who pays
 * @param qos quality of service
 * @param wckey what the work is for
 * @param mostAtOnce of an array: how many elements may run at one time, 0 for no bound
 * @param begin not to be started before
 * @param dependency which other jobs it waits for, {@link Dependency#isNone} for none
 */
public record JobChange(
    @Nullable Duration timeLimit,
    @Nullable Integer nice,
    @Nullable Long priority,
    @Nullable String name,
    @Nullable String comment,
    @Nullable String account,
    @Nullable String qos,
    @Nullable String wckey,
    @Nullable Integer mostAtOnce,
    @Nullable Instant begin,
    @Nullable Dependency dependency) {
  /** It goes on to wait for what it waits for. */
  public JobChange(
      @Nullable Duration timeLimit,
      @Nullable Integer nice,
      @Nullable Long priority,
      @Nullable String name,
      @Nullable String comment,
      @Nullable String account,
      @Nullable String qos,
      @Nullable String wckey,
      @Nullable Integer mostAtOnce,
      @Nullable Instant begin) {
    this(timeLimit, nice, priority, name, comment, account, qos, wckey, mostAtOnce, begin, null);
  }

  /** Nothing is to be different. */
  public static final JobChange NONE =
      new JobChange(null, null, null, null, null, null, null, null, null, null);

  /** A time limit alone. */
  public static JobChange of(Duration timeLimit) {
    return new JobChange(timeLimit, null, null, null, null, null, null, null, null, null);
  }

  /** A nice value alone. */
  public static JobChange nice(int nice) {
    return new JobChange(null, nice, null, null, null, null, null, null, null, null);
  }

  /** True when nothing is to be different. */
  public boolean isNone() {
    return equals(NONE);
  }

  /** What of it is not so already. */
  public JobChange beyond(JobSpec spec) {
    Bookkeeping names = Bookkeeping.orNone(spec.bookkeeping());
    Integer atOnce = spec.array() == null ? null : spec.array().mostAtOnce();
    return new JobChange(
        unless(spec.timeLimit(), timeLimit),
        unless(names.nice() == null ? (Integer) 0 : names.nice(), nice),
        unless(names.priority(), priority),
        unless(spec.name(), name),
        unless(spec.comment(), comment),
        unless(names.account(), account),
        unless(names.qos(), qos),
        unless(names.wckey(), wckey),
        spec.array() == null
            ? mostAtOnce
            : unless(atOnce == null ? (Integer) 0 : atOnce, mostAtOnce),
        unless(spec.begin(), begin),
        dependency != null && dependency.isNone() && spec.dependency() == null
            ? null
            : unless(spec.dependency(), dependency));
  }

  private static <T> @Nullable T unless(@Nullable T now, @Nullable T wanted) {
    return wanted != null && wanted.equals(now) ? null : wanted;
  }

  /** What it is about, as users know it; only of what a job that runs keeps. */
  public List<String> ofWaiting() {
    List<String> names = new ArrayList<>();
    add(names, "name", name);
    add(names, "account", account);
    add(names, "quality of service", qos);
    add(names, "wckey", wckey);
    add(names, "nice", nice);
    add(names, "priority", priority);
    add(names, "begin time", begin);
    add(names, "dependency", dependency);
    return names;
  }

  private static void add(List<String> names, String word, @Nullable Object wanted) {
    if (wanted != null) {
      names.add(word);
    }
  }

  /** Names and wishes of a job after it, or null for none. */
  public @Nullable Bookkeeping applied(@Nullable Bookkeeping before) {
    Bookkeeping names = Bookkeeping.orNone(before);
    return new Bookkeeping(
            account == null ? names.account() : account,
            qos == null ? names.qos() : qos,
            wckey == null ? names.wckey() : wckey,
            nice == null ? names.nice() : nice == 0 ? null : nice,
            priority == null ? names.priority() : priority)
        .orNull();
  }

  /** What the job waits for after it, or null for nothing. */
  public @Nullable Dependency applied(@Nullable Dependency before) {
    Dependency now = dependency;
    return now == null ? before : now.isNone() ? null : now;
  }

  /** The array after it; null where there is none. */
  public @Nullable JobArray applied(@Nullable JobArray before) {
    return before == null || mostAtOnce == null
        ? before
        : before.atMost(mostAtOnce == 0 ? null : mostAtOnce);
  }
}
