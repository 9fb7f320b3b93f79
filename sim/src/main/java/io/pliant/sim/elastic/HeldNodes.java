package io.pliant.sim.elastic;

import io.pliant.core.plan.Decision;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.view.Progress;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.RunningSize;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the books of a simulated partition say of one running job; as a grant of a live ledger. */
final class HeldNodes {
  private final WaitingJob job;
  private final double gigabytes;
  private final Instant start;
  private final Instant limit;
  private final @Nullable Instant reference;
  private Allocation allocation;
  private Progress progress;
  private Decision.@Nullable Resize active;
  private @Nullable Instant lastChange;
  private int resizes;
  private @Nullable Double mtct;
  private @Nullable RunningJob view;

  /**
   * A job that starts.
   *
   * @param limit when its time limit ends it
   */
  HeldNodes(WaitingJob job, Decision.Start decision, double gigabytes, Instant now, Instant limit) {
    this.job = job;
    this.gigabytes = gigabytes;
    this.start = now;
    this.limit = limit;
    this.reference = decision.reference();
    this.allocation = decision.allocation();
    this.progress = Progress.started(now, job.timeLimit().toMillis());
  }

  List<Slice> slices() {
    List<Slice> all = new ArrayList<>(allocation.slices());
    if (active != null && grows(active)) {
      all.addAll(active.slices());
    }
    return all;
  }

  private boolean grows(Decision.Resize resize) {
    return resize.nodes() > allocation.slices().size();
  }

  void measured(double value) {
    mtct = value;
    view = null;
  }

  void begin(Decision.Resize resize, Instant now) {
    int nodes = allocation.slices().size();
    progress = progress.resizing(now, nodes, job.resources().minNodes(), mtct);
    active = resize;
    resizes++;
    mtct = null;
    view = null;
  }

  /** The resize is over; returns the nodes that go. */
  List<Slice> resized(Instant now, double value) {
    Decision.Resize resize = Objects.requireNonNull(active, "a job that has resized was resizing");
    boolean grew = grows(resize);
    List<Slice> own = new ArrayList<>(allocation.slices());
    if (grew) {
      own.addAll(resize.slices());
    } else {
      own.removeAll(resize.slices());
    }
    allocation = new Allocation(own);
    progress = progress.resized(now, true);
    active = null;
    lastChange = now;
    measured(value);
    return grew ? List.of() : resize.slices();
  }

  RunningJob view(ResizeCost cost) {
    RunningJob known = view;
    if (known == null) {
      known =
          new RunningJob(
              job.job(),
              new Allocation(slices()),
              start,
              limit,
              size(cost),
              job.submittedAt(),
              reference);
      view = known;
    }
    return known;
  }

  private @Nullable RunningSize size(ResizeCost cost) {
    Malleability malleable = job.malleable();
    if (malleable == null) {
      return null;
    }
    Decision.Resize resize = active;
    int nodes = allocation.slices().size();
    int target = resize == null ? nodes : resize.nodes();
    Progress.Size size = new Progress.Size(job.resources(), nodes, target, gigabytes);
    Instant settled = lastChange == null ? start : lastChange;
    return new RunningSize(
        malleable.sizes(job.resources().minNodes()),
        target,
        resize != null,
        lastChange,
        0,
        resizes,
        mtct,
        progress.outlook(size, settled, mtct, cost));
  }
}
