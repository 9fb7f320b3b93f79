package io.pliant.core.elastic;

import io.pliant.core.placement.FreeResources;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerView;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.Candidate;
import io.pliant.core.round.Draft;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SizeRange;
import io.pliant.core.view.ClusterPower;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.Outlook;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.RunningSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the nodes of a view: a pool, in which jobs are numbers. Times are epoch millis. */
final class PoolOfView {
  /** How long a resize is taken to go on that should be over by what is known. */
  private static final Duration OVERDUE = Duration.ofSeconds(2);

  private static final Duration ENDLESS = Duration.ofDays(365_000);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final int MOST_DOUBLINGS = 6;

  private PoolOfView() {}

  static Pool of(Draft draft, ClusterView view) {
    int idle = 0;
    int usable = 0;
    for (NodeView node : view.nodes()) {
      idle += node.available() && node.idle() ? 1 : 0;
      usable += node.available() || !node.idle() ? 1 : 0;
    }
    List<WaitingShape> waiting = new ArrayList<>(draft.candidates().size());
    FreeResources emptied = draft.free().emptied();
    Map<ResourceRequest, Integer> fewest = new HashMap<>();
    for (Candidate candidate : draft.candidates()) {
      waiting.add(waiting(candidate, emptied, fewest));
    }
    List<RunningJob> running = new ArrayList<>(view.running());
    running.sort(Comparator.comparing(RunningJob::start).thenComparing(RunningJob::job));
    List<RunningShape> shapes = new ArrayList<>(running.size());
    running.forEach(job -> shapes.add(running(job, view.now())));
    ResizeCost cost = view.resizeCost();
    return new Pool(
        view.now().toEpochMilli(),
        usable,
        idle,
        shapes,
        waiting,
        cost == null ? ResizeCost.GUESS : cost,
        power(view.power()));
  }

  private static @Nullable PowerView power(@Nullable ClusterPower power) {
    if (power == null) {
      return null;
    }
    SortedMap<Integer, Watts> jobs = new TreeMap<>();
    power.jobs().forEach(each -> jobs.put(number(each.job().value()), each.watts()));
    return new PowerView(
        power.corridor(),
        power.announced().stream()
            .map(each -> new CorridorTable.Change(each.at().toEpochMilli(), each.corridor()))
            .toList(),
        power.idleWatts(),
        power.assumed(),
        jobs);
  }

  private static WaitingShape waiting(
      Candidate candidate, FreeResources emptied, Map<ResourceRequest, Integer> fewest) {
    ResourceRequest request = candidate.request();
    Malleability malleable = candidate.job().malleable();
    SizeRange sizes =
        malleable == null
            ? SizeRange.rigid(fewest.computeIfAbsent(request, emptied::fewestNodes))
            : malleable.sizes(request.leastNodes());
    return new WaitingShape(
        number(candidate.id().value()),
        sizes,
        candidate.job().submittedAt().toEpochMilli(),
        millis(candidate.job().timeLimit()),
        0);
  }

  private static RunningShape running(RunningJob job, Instant now) {
    RunningSize size = job.size();
    Outlook outlook = size == null ? null : size.outlook();
    int nodes = job.allocation().slices().size();
    long start = job.start().toEpochMilli();
    long limited = Math.max(now.toEpochMilli(), millisOf(job.expectedEnd()));
    Instant submitted = job.submittedAt();
    SizeRange sizes = size == null || resting(size, now) ? SizeRange.rigid(nodes) : size.sizes();
    WaitingShape shape =
        new WaitingShape(
            number(job.job().value()),
            sizes,
            submitted == null ? start : submitted.toEpochMilli(),
            Math.max(1, limited - start),
            outlook == null ? 0 : outlook.gigabytes());
    Instant reference = job.reference();
    long remembered = reference == null ? limited : reference.toEpochMilli();
    if (size == null || outlook == null) {
      return RunningShape.rigid(shape, nodes, start, limited, remembered);
    }
    Double mtct = size.mtct();
    Instant last = size.lastChange();
    return new RunningShape(
        shape,
        nodes,
        size.changing() ? size.target() : nodes,
        start,
        size.changing() ? ready(outlook, now) : outlook.ready().toEpochMilli(),
        Math.max(now.toEpochMilli(), outlook.end().toEpochMilli()),
        limited,
        outlook.curve(),
        mtct == null ? outlook.curve().mtct(nodes) : mtct,
        last == null ? start : last.toEpochMilli(),
        size.resizes(),
        remembered);
  }

  /** Later than now, since the resize goes on. */
  private static long ready(Outlook outlook, Instant now) {
    return outlook.ready().isBefore(now)
        ? now.plus(OVERDUE).toEpochMilli()
        : Math.max(outlook.ready().toEpochMilli(), now.toEpochMilli() + 1);
  }

  /** When the first of the jobs that are left alone may be asked again, or null. */
  static @Nullable Instant rested(ClusterView view) {
    Instant first = null;
    for (RunningJob job : view.running()) {
      RunningSize size = job.size();
      Instant until = size == null || !resting(size, view.now()) ? null : restsUntil(size);
      if (until != null && (first == null || until.isBefore(first))) {
        first = until;
      }
    }
    return first;
  }

  /** True for a job that is left alone for a while because it did not make its last resizes. */
  private static boolean resting(RunningSize size, Instant now) {
    Instant until = restsUntil(size);
    return until != null && now.isBefore(until);
  }

  private static @Nullable Instant restsUntil(RunningSize size) {
    Instant last = size.lastChange();
    return last == null || size.unmade() == 0 || size.changing()
        ? null
        : last.plus(FIRST_PAUSE.multipliedBy(1L << Math.min(MOST_DOUBLINGS, size.unmade() - 1)));
  }

  /** A time that may be beyond all that a clock can say. */
  static Instant instant(long millis) {
    return Instant.ofEpochMilli(Math.clamp(millis, 0, ENDLESS.toMillis()));
  }

  private static int number(long job) {
    return Math.toIntExact(job);
  }

  private static long millis(Duration limit) {
    return Math.max(1, limit.compareTo(ENDLESS) > 0 ? ENDLESS.toMillis() : limit.toMillis());
  }

  private static long millisOf(Instant at) {
    return at.isAfter(Instant.EPOCH.plus(ENDLESS))
        ? Instant.EPOCH.plus(ENDLESS).toEpochMilli()
        : at.toEpochMilli();
  }
}
