package io.pliant.core.policy;

import io.pliant.core.elastic.ElasticView;
import io.pliant.core.elastic.ResizeCost;
import io.pliant.core.elastic.RunningShape;
import io.pliant.core.elastic.SpeedUp;
import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.TaskShape;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerView;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeRange;
import io.pliant.core.view.ClusterPower;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.RunningSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the view of an elastic policy, in which jobs are numbers of nodes. Times are epoch millis.
 */
final class Shapes {
  /**
   * A guess for tasks that start a JVM, in milliseconds: no resize on a cluster has been measured
   * yet.
   */
  private static final ResizeCost COST = new ResizeCost(500, 100, 0);

  /** How long a resize on its way is taken to go on. */
  private static final Duration CHANGE = Duration.ofSeconds(2);

  private static final Duration ENDLESS = Duration.ofDays(365_000);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final int MOST_DOUBLINGS = 6;

  private Shapes() {}

  static ElasticView of(Draft draft, ClusterView view) {
    int idle = 0;
    int usable = 0;
    for (NodeView node : view.nodes()) {
      idle += node.available() && node.idle() ? 1 : 0;
      usable += node.available() || !node.idle() ? 1 : 0;
    }
    List<WaitingShape> waiting = new ArrayList<>();
    FreeResources emptied = draft.free().emptied();
    for (Candidate candidate : draft.candidates()) {
      waiting.add(waiting(candidate, emptied));
    }
    List<RunningJob> running = new ArrayList<>(view.running());
    running.sort(Comparator.comparing(RunningJob::start).thenComparing(RunningJob::job));
    return new ElasticView(
        view.now().toEpochMilli(),
        usable,
        idle,
        running.stream().map(job -> running(job, view.now())).toList(),
        waiting,
        COST,
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

  private static WaitingShape waiting(Candidate candidate, FreeResources emptied) {
    ResourceRequest request = candidate.request();
    Malleability malleable = candidate.job().malleable();
    SizeRange sizes =
        malleable == null
            ? SizeRange.rigid(emptied.fit(TaskShape.of(request)).fewestNodes(request))
            : malleable.sizes(request.minNodes());
    return new WaitingShape(
        number(candidate.id().value()),
        sizes,
        candidate.job().submittedAt().toEpochMilli(),
        millis(candidate.job().timeLimit()),
        0);
  }

  private static RunningShape running(RunningJob job, Instant now) {
    RunningSize size = job.size();
    int nodes = job.allocation().slices().size();
    long start = job.start().toEpochMilli();
    long end = Math.max(now.toEpochMilli(), millisOf(job.expectedEnd()));
    long limit = Math.max(1, end - start);
    boolean changing = size != null && size.changing();
    SizeRange sizes = size == null || resting(size, now) ? SizeRange.rigid(nodes) : size.sizes();
    Instant last = size == null ? null : size.lastChange();
    Double mtct = size == null ? null : size.mtct();
    int target = size == null ? nodes : size.target();
    return new RunningShape(
        new WaitingShape(number(job.job().value()), sizes, start, limit, 0),
        nodes,
        changing ? target : nodes,
        start,
        changing ? now.plus(CHANGE).toEpochMilli() : start,
        end,
        mtct == null ? SpeedUp.UNKNOWN : SpeedUp.learnt(nodes, mtct, SpeedUp.UNKNOWN),
        mtct == null ? SpeedUp.UNKNOWN.mtct(nodes) : mtct,
        last == null ? start : last.toEpochMilli(),
        size == null ? 0 : size.resizes(),
        end);
  }

  /** True for a job that is left alone for a while because it did not make its last resizes. */
  private static boolean resting(RunningSize size, Instant now) {
    Instant last = size.lastChange();
    if (last == null || size.unmade() == 0 || size.changing()) {
      return false;
    }
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(MOST_DOUBLINGS, size.unmade() - 1));
    return now.isBefore(last.plus(pause));
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
