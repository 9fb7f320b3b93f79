package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A ledger as policies and the check of their plans see it. */
final class PartitionViews {
  private final PartitionState state;

  PartitionViews(PartitionState state) {
    this.state = state;
  }

  /**
   * All of it, the queue in the order of a rule; without jobs that would miss their deadline, or
   * that wait for others.
   *
   * @param most the queue ends behind so many jobs that could start if no job ran
   */
  ClusterView whole(Instant now, PriorityRule rule, Map<JobId, Double> mtct, int most) {
    ResizeCost cost = state.memory().pace().cost();
    List<NodeView> nodes = nodes();
    List<WaitingJob> waiting = new ArrayList<>(Math.min(state.queue().size(), most));
    QueueCut cut = QueueCut.of(nodes, now, state.queue().size() > most ? most : Integer.MAX_VALUE);
    DependencyRules dependencies = new DependencyRules(state);
    for (QueuedJob job : RankedQueue.of(state, rule, now).jobs()) {
      if (cut.reached()) {
        break;
      }
      if (job.tooLate(now) || dependencies.keep(job)) {
        continue;
      }
      ArrayBook array = job.array() == null ? null : state.arrays().get(job.job());
      List<QueuedJob> each = array == null ? List.of(job) : ArrayRules.seen(array, nodes);
      for (QueuedJob one : each) {
        WaitingJob shown = seen(one);
        waiting.add(shown);
        cut.passed(shown);
      }
    }
    List<RunningJob> running = new ArrayList<>(state.grants().size());
    state
        .grants()
        .forEach((job, grant) -> {
          if (grant.borrowed() == null) {
            running.add(grant.view(mtct.get(job), cost));
          }
        });
    if (!state.leases().slices().isEmpty()) {
      running.addAll(LeaseRules.running(state, now));
      running.sort(Comparator.comparing(RunningJob::job));
    }
    return new ClusterView(
        state.name(),
        state.version(),
        now,
        nodes,
        running,
        waiting,
        null,
        cost,
        ReservationRules.lasting(state, now),
        null);
  }

  /** The nodes, and some of the jobs. */
  ClusterView of(Set<JobId> planned, Instant now) {
    List<WaitingJob> waiting = new ArrayList<>(planned.size());
    List<RunningJob> running = new ArrayList<>();
    for (JobId job : planned) {
      QueuedJob queued = state.waiting(job);
      if (queued != null && !queued.tooLate(now) && !queued.waitsForOthers()) {
        waiting.add(seen(queued));
      }
      Grant grant = state.grants().get(job);
      if (grant != null && grant.borrowed() == null) {
        running.add(grant.view(null, state.memory().pace().cost()));
      }
    }
    return new ClusterView(state.name(), state.version(), now, nodes(), running, waiting)
        .withReservations(ReservationRules.lasting(state, now));
  }

  private List<NodeView> nodes() {
    return state.nodes().values().stream().map(NodeRecord::view).toList();
  }

  private WaitingJob seen(QueuedJob job) {
    return new WaitingJob(
        job.job(),
        job.attempt(),
        job.resources(),
        Objects.requireNonNull(job.timeLimit(), "an enqueued job has a time limit"),
        job.held(),
        job.earliest(),
        job.submittedAt(),
        job.malleable(),
        job.notBefore(),
        job.faultyNodes(),
        state.memory().promises().get(job.job()));
  }
}
