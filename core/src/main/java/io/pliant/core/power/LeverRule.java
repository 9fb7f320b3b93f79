package io.pliant.core.power;

import io.pliant.core.id.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When the last levers of a power corridor are pulled, and when they are let go.
 *
 * <p><b>Rule.</b>
 *
 * <ol>
 *   <li>A round found no sizes that keep the upper bound, and by what the jobs draw without a limit
 *       it is broken: each node in use gets a cap, if that is allowed and could do.
 *   <li>The bound is still broken {@link #PATIENCE} after that, or there can be no cap: the jobs
 *       that the round named stand still, if that is allowed. None is stopped while any job changes
 *       its size, since it could not answer.
 *   <li>All limits end when what the nodes would draw without them is within the upper bound.
 * </ol>
 *
 * <p><b>Guarantee.</b> What a limited job is measured at never counts, so a limit is no reason to
 * lift it. While bounds and sizes of jobs are the same, a limit is lifted only when the power is
 * below the bound by {@link #MARGIN}: meters that tremble lift nothing.
 */
public final class LeverRule {
  /** From a cap until jobs are suspended, if the bound is broken all the time. */
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Share of the upper bound by which meters may tremble. */
  static final double MARGIN = 0.02;

  private LeverRule() {}

  /**
   * A job that holds nodes.
   *
   * @param watts what each of its nodes draws without a limit, measured before it or estimated
   */
  public record Load(JobId job, int nodes, double watts) {}

  /**
   * What is known at a moment.
   *
   * @param allowed what the site allows
   * @param idleWatts of a node on which no job runs
   * @param corridor bounds now, or null for none
   * @param rest watts of all nodes that no job holds
   * @param loads jobs that hold nodes
   * @param drawn watts drawn now, limits in force; null when not known
   * @param alarm of the last round, or null when it raised none
   * @param adapting true while some job changes its size
   */
  public record Sight(
      Set<PowerLever> allowed,
      double idleWatts,
      @Nullable Corridor corridor,
      double rest,
      List<Load> loads,
      @Nullable Double drawn,
      @Nullable CorridorAlarm alarm,
      boolean adapting) {
    public Sight {
      allowed = Collections.unmodifiableSortedSet(new TreeSet<>(allowed));
      loads = List.copyOf(loads);
    }

    /** Watts when these jobs stand still and nothing else is limited. */
    double without(Collection<JobId> suspended) {
      double sum = rest;
      for (Load load : loads) {
        sum += load.nodes() * (suspended.contains(load.job()) ? idleWatts : load.watts());
      }
      return sum;
    }

    /** True when the last round found no sizes that keep the upper bound. */
    private boolean tooHigh() {
      return alarm != null && alarm.shortfall().bound() == Shortfall.Bound.UPPER;
    }

    /** Jobs that the last round would suspend. */
    private List<JobId> named() {
      return alarm == null
          ? List.of()
          : alarm.suspend().stream().map(number -> new JobId(number)).toList();
    }

    private int nodes() {
      return loads.stream().mapToInt(Load::nodes).sum();
    }

    private SortedMap<JobId, Integer> sizes() {
      SortedMap<JobId, Integer> sizes = new TreeMap<>();
      loads.forEach(load -> sizes.put(load.job(), load.nodes()));
      return sizes;
    }
  }

  /**
   * What is ordered, and why it was.
   *
   * @param upper bound for which it was
   * @param sizes of the jobs at that time
   * @param brokenSince since when the bound is broken although there are limits; null while it is
   *     kept
   */
  public record Orders(
      PowerLimits limits,
      double upper,
      SortedMap<JobId, Integer> sizes,
      @Nullable Instant brokenSince) {
    /** No limits. */
    public static final Orders NONE = new Orders(PowerLimits.NONE, 0, new TreeMap<>(), null);

    public Orders {
      sizes = Collections.unmodifiableSortedMap(new TreeMap<>(sizes));
    }

    /** Jobs of which meters do not tell what they draw by themselves. */
    public Set<JobId> limited() {
      TreeSet<JobId> limited = new TreeSet<>(limits.suspended());
      if (limits.capWatts() > 0) {
        limited.addAll(sizes.keySet());
      }
      return limited;
    }
  }

  /** What is to be ordered now; called each second. */
  public static Orders decide(Orders before, Sight sight, Instant now) {
    Corridor corridor = sight.corridor();
    if (corridor == null || sight.allowed().isEmpty()) {
      return Orders.NONE;
    }
    double upper = corridor.upper();
    boolean alarm = sight.tooHigh();
    boolean limited = before.limits().any();
    boolean same = limited && before.upper() == upper && before.sizes().equals(sight.sizes());
    double line = upper + Corridor.SLACK - (same ? MARGIN * upper : 0);
    if (sight.without(List.of()) <= line || (!limited && !alarm)) {
      return Orders.NONE;
    }
    Double drawn = sight.drawn();
    boolean broken = drawn != null && corridor.excess(drawn) > Corridor.SLACK;
    Instant since = before.brokenSince();
    Instant brokenSince = !broken ? null : limited && since != null ? since : now;
    int cap = cap(same ? before.limits().capWatts() : 0, sight);
    PowerLimits limits =
        alarm
            ? pulled(before, sight, line, cap, overdue(brokenSince, now))
            : held(before, sight, cap);
    return limits.any() ? new Orders(limits, upper, sight.sizes(), brokenSince) : Orders.NONE;
  }

  private static boolean overdue(@Nullable Instant brokenSince, Instant now) {
    return brokenSince != null && Duration.between(brokenSince, now).compareTo(PATIENCE) >= 0;
  }

  private static PowerLimits pulled(
      Orders before, Sight sight, double line, int cap, boolean overdue) {
    TreeSet<JobId> standing = running(before.limits().suspended(), sight);
    if (sight.adapting() && !standing.isEmpty()) {
      return held(before, sight, cap);
    }
    boolean suspends =
        !standing.isEmpty()
            || (sight.allowed().contains(PowerLever.SUSPEND)
                && !sight.adapting()
                && (cap == 0 || overdue));
    if (suspends) {
      TreeSet<JobId> named = running(sight.named(), sight);
      if (!named.containsAll(standing) && (named.isEmpty() || sight.without(named) > line)) {
        named.addAll(standing);
      }
      if (!named.isEmpty()) {
        return new PowerLimits(0, 0, List.copyOf(named));
      }
    }
    return capped(cap, sight);
  }

  /** No round has raised an alarm, as while jobs change size: what there is stays. */
  private static PowerLimits held(Orders before, Sight sight, int cap) {
    TreeSet<JobId> standing = running(before.limits().suspended(), sight);
    return standing.isEmpty()
        ? capped(before.limits().capWatts() > 0 ? cap : 0, sight)
        : new PowerLimits(0, 0, List.copyOf(standing));
  }

  private static PowerLimits capped(int cap, Sight sight) {
    return cap == 0 ? PowerLimits.NONE : new PowerLimits(cap, sight.nodes(), List.of());
  }

  /**
   * Whole watts for each node in use that keep the bound; 0 when an idle node draws as much, or it
   * is not allowed.
   *
   * @param known the cap in force for the same bound and jobs, or 0: it is not raised for a little,
   *     nor given up because the meters of other nodes tremble
   */
  private static int cap(int known, Sight sight) {
    Corridor corridor = sight.corridor();
    int nodes = sight.nodes();
    if (corridor == null || nodes == 0 || !sight.allowed().contains(PowerLever.CAP)) {
      return 0;
    }
    double watts = Math.min(Integer.MAX_VALUE, (corridor.upper() - sight.rest()) / nodes);
    int least = (int) Math.floor(sight.idleWatts()) + 1;
    if (known > 0) {
      boolean near = known <= watts && watts - known < MARGIN * known + 1;
      return near ? known : Math.max(least, (int) Math.floor(watts));
    }
    int cap = (int) Math.floor(watts);
    return cap >= least ? cap : 0;
  }

  private static TreeSet<JobId> running(Collection<JobId> jobs, Sight sight) {
    TreeSet<JobId> running = new TreeSet<>(jobs);
    running.retainAll(sight.sizes().keySet());
    return running;
  }
}
