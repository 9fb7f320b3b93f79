package io.pliant.core.plan;

import io.pliant.core.id.JobId;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.reservation.Reservations;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.WholeCores;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.Outlook;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.RunningSize;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The part of {@link PlanCheck} that verifies resizes of running jobs. */
final class ResizeChecks {
  private final Map<JobId, RunningJob> running = new HashMap<>();

  private final Instant now;
  private final Reservations reservations;

  ResizeChecks(ClusterView newest) {
    this.now = newest.now();
    this.reservations = Reservations.of(newest.reservations());
    newest.running().forEach(job -> running.put(job.job(), job));
  }

  /**
   * Why the resize cannot be carried out, or null; then the nodes that come are taken. Each job is
   * resized once.
   */
  @Nullable String refuse(Decision.Resize resize, FreeResources free) {
    RunningJob job = running.get(resize.job());
    if (job == null) {
      return "it does not run, or the plan resizes it twice";
    }
    RunningSize size = job.size();
    if (size == null) {
      return "its size is fixed";
    }
    if (size.changing()) {
      return "its size is changing just now";
    }
    if (!size.sizes().isLegal(resize.nodes())) {
      return "it cannot have that size";
    }
    int own = job.allocation().slices().size();
    if (Math.abs(resize.nodes() - own) != resize.slices().size() || resize.nodes() == own) {
      return "it has %d node(s), and the plan has %d that come or go"
          .formatted(own, resize.slices().size());
    }
    String why =
        resize.nodes() > own
            ? coming(job, size.outlook(), resize.slices(), free)
            : going(job, resize.slices());
    if (why == null) {
      running.remove(resize.job());
      if (resize.nodes() > own) {
        free.take(new Allocation(resize.slices()));
      }
    }
    return why;
  }

  private @Nullable String coming(
      RunningJob job, @Nullable Outlook outlook, List<Slice> slices, FreeResources free) {
    Set<Slice> seen = new HashSet<>();
    for (Slice slice : slices) {
      String why = seen.add(slice) ? free.refuse(slice, true) : "the plan has a node twice";
      if (why == null) {
        why = reservations.refuse(job.reservation(), slice.node(), now, job.expectedEnd());
      }
      if (why == null
          && outlook != null
          && !free.allows(outlook.request().choice(), slice.node())) {
        return "it may not have node %s".formatted(slice.node());
      }
      if (why == null && outlook != null) {
        WholeCores whole = free.cores(outlook.request(), slice.node());
        Resources needed = outlook.request().onNodeWith(slice.tasks(), whole);
        String missing = slice.resources().firstMissing(needed);
        why = missing == null ? null : "node %s has too few %s".formatted(slice.node(), missing);
      }
      if (why != null) {
        return why;
      }
    }
    return null;
  }

  private static @Nullable String going(RunningJob job, List<Slice> slices) {
    List<Slice> own = job.allocation().slices();
    for (Slice slice : slices) {
      if (!own.contains(slice)) {
        return "it does not hold node " + slice.node();
      }
      if (slice.equals(own.getFirst())) {
        return "node %s is its leader's, which stays".formatted(slice.node());
      }
    }
    return slices.stream().distinct().count() == slices.size() ? null : "the plan has a node twice";
  }
}
