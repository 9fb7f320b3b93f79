package io.pliant.core.policy;

import io.pliant.core.id.JobId;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * EASY as in the textbook, on a mere count of nodes: shadow time and extra nodes. For views of
 * whole, equal, available nodes only.
 */
final class TextbookEasy {
  private record End(Instant at, int nodes) {}

  private final ClusterView view;
  private final List<JobId> started = new ArrayList<>();
  private final List<End> ends = new ArrayList<>();
  private int free;
  private Instant shadow = Instant.MIN;
  private int extra;

  private TextbookEasy(ClusterView view) {
    this.view = view;
    this.free = (int) view.nodes().stream().filter(NodeView::idle).count();
    for (RunningJob job : view.running()) {
      Instant end = job.expectedEnd().isBefore(view.now()) ? view.now() : job.expectedEnd();
      ends.add(new End(end, job.allocation().slices().size()));
    }
  }

  /** Jobs that start now, in order. */
  static List<JobId> starts(ClusterView view) {
    TextbookEasy easy = new TextbookEasy(view);
    List<WaitingJob> queue = new ArrayList<>(view.waiting());
    queue.removeIf(job -> !job.eligible(view.now()) || easy.width(job) > view.nodes().size());
    while (!queue.isEmpty() && easy.width(queue.getFirst()) <= easy.free) {
      easy.start(queue.removeFirst());
    }
    if (!queue.isEmpty()) {
      easy.reserve(queue.removeFirst());
      queue.forEach(easy::backfill);
    }
    return easy.started;
  }

  private int width(WaitingJob job) {
    return job.resources().minNodes();
  }

  private void start(WaitingJob job) {
    started.add(job.job());
    free -= width(job);
    ends.add(new End(view.now().plus(job.timeLimit()), width(job)));
  }

  private void reserve(WaitingJob head) {
    ends.sort(Comparator.comparing(End::at));
    int then = free;
    for (End end : ends) {
      if (then >= width(head) && end.at.isAfter(shadow)) {
        break;
      }
      then += end.nodes;
      shadow = end.at;
    }
    extra = then - width(head);
  }

  private void backfill(WaitingJob job) {
    if (width(job) > free) {
      return;
    }
    boolean endsInTime = !view.now().plus(job.timeLimit()).isAfter(shadow);
    if (endsInTime) {
      start(job);
    } else if (width(job) <= extra) {
      extra -= width(job);
      start(job);
    }
  }
}
