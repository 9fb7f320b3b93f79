package io.pliant.core.job;

import io.pliant.core.array.Places;
import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.partition.Revision;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.step.NodeStep;
import io.pliant.core.step.StepState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a job owes, computed from its state alone: sent after each change, after recovery, and again
 * until the state says that it was fulfilled.
 */
public final class JobOrders {
  /** Who ends elements whose counterparts did not end well. */
  private static final String NEVER_SATISFIED = "dependency";

  private JobOrders() {}

  public static List<JobOrder> owed(JobState state) {
    return switch (state.phase()) {
      case NEW -> List.of();
      case PENDING -> waitingOwed(state);
      case LAUNCHING, RUNNING -> runningOwed(state);
      case COMPLETING -> terminations(state);
      case ENDED, REFUSED -> List.of(released(state));
    };
  }

  private static List<JobOrder> waitingOwed(JobState state) {
    DependencyBook book = state.dependency();
    if (book != null && !book.known()) {
      return book.asked().targets().stream()
          .<JobOrder>map(job -> new JobOrder.AskTarget(job, book.asked().looksAtElements(job)))
          .toList();
    }
    JobOrder enqueue = new JobOrder.ToPartition(new PartitionIntent.Enqueue(queued(state)));
    String by = state.cancelledBy();
    if (by != null) {
      return List.of(enqueue, endElements(state, null, by));
    }
    Places never = book != null && book.asked().endIfNever() ? book.neverPlaces() : Places.NONE;
    return never.isEmpty()
        ? List.of(enqueue)
        : List.of(enqueue, endElements(state, never, NEVER_SATISFIED));
  }

  private static JobOrder endElements(JobState state, @Nullable Places places, String by) {
    return new JobOrder.ToPartition(new PartitionIntent.EndElements(state.attemptId(), places, by));
  }

  /** A job that is over holds nothing; how it ended is told. */
  static JobOrder released(JobState state) {
    return released(state, state.attempt());
  }

  /** The same of that attempt, which may be one that the job does not know of. */
  static JobOrder released(JobState state, int attempt) {
    Completion end = state.completion();
    boolean element = state.spec() != null && state.submittedSpec().element() != null;
    ExitStatus exit = end != null && element && !end.exit().success() ? end.exit() : null;
    boolean tells = !state.dependents().jobs().isEmpty();
    return new JobOrder.ToPartition(
        new PartitionIntent.Release(
            new AttemptId(state.job(), Math.max(attempt, state.attempt())),
            state.status(),
            exit,
            tells ? true : null));
  }

  /** That attempt is over. */
  static JobOrder released(AttemptId attempt, @Nullable JobStatus ended) {
    return new JobOrder.ToPartition(new PartitionIntent.Release(attempt, ended));
  }

  /** What the partition must know of the job's current attempt. */
  public static QueuedJob queued(JobState state) {
    JobSpec spec = state.submittedSpec();
    Bookkeeping names = spec.bookkeeping();
    return new QueuedJob(
            state.job(),
            state.attempt(),
            spec.name(),
            spec.submitter().name(),
            spec.resources(),
            spec.timeLimit(),
            state.held(),
            spec.begin(),
            Objects.requireNonNull(state.submittedAt()),
            spec.submissionKey(),
            spec.malleable(),
            spec.nodeWatts(),
            state.payloadBytes())
        .with(names == null ? null : names.ofQueue())
        .before(spec.deadline())
        .after(state.setbacks())
        .as(spec.array(), spec.element())
        .with(state.dependency() == null ? null : state.dependency().standing())
        .after(JobChanges.revision(state));
  }

  private static List<JobOrder> runningOwed(JobState state) {
    List<JobOrder> orders = launches(state);
    Revision revision = JobChanges.revision(state);
    if (revision != null) {
      orders.add(new JobOrder.ToPartition(new PartitionIntent.Revise(state.attemptId(), revision)));
    }
    orders.addAll(Malleables.returns(state));
    return orders;
  }

  private static List<JobOrder> launches(JobState state) {
    List<JobOrder> orders = new ArrayList<>();
    for (StepState step : state.steps().values()) {
      if (step.incomplete() && !Malleables.goesOnIncomplete(state, step)) {
        orders.addAll(terminations(state, step));
        continue;
      }
      StepId id = new StepId(state.job(), state.attempt(), step.step());
      for (int i = 0; i < step.plan().nodes().size(); i++) {
        NodeName name = step.plan().nodes().get(i);
        NodeStep node = Objects.requireNonNull(step.nodes().get(name));
        if (!node.started() && !node.ended() && !leaves(state, name)) {
          orders.add(new JobOrder.Launch(id, i));
        } else if (!node.ended() && restoredSince(state, name)) {
          orders.add(new JobOrder.Ask(id, name));
        }
        if (state.run().terms() > 0 && node.started() && !node.ended()) {
          orders.add(new JobOrder.SetTerms(id, name, state.run().terms()));
        }
      }
    }
    return orders;
  }

  /**
   * True when the attempt's nodes were granted before the epoch began: its tasks may have ended,
   * and that may have been confirmed by a journal that is no more.
   */
  private static boolean restoredSince(JobState state, NodeName node) {
    Instant granted = state.allocatedAt();
    return granted != null && granted.getEpochSecond() < ClusterEpoch.ofTerm(state.termOf(node));
  }

  /** Nothing is started on a node that is to be left. */
  private static boolean leaves(JobState state, NodeName node) {
    return state.sizes().leaving().stream().anyMatch(l -> l.node().equals(node));
  }

  private static List<JobOrder> terminations(JobState state) {
    List<JobOrder> orders = new ArrayList<>();
    for (StepState step : state.steps().values()) {
      orders.addAll(terminations(state, step));
    }
    return orders;
  }

  private static List<JobOrder> terminations(JobState state, StepState step) {
    List<JobOrder> orders = new ArrayList<>();
    StepId id = new StepId(state.job(), state.attempt(), step.step());
    for (NodeName node : step.nodes().keySet()) {
      if (!Objects.requireNonNull(step.nodes().get(node)).ended()) {
        orders.add(new JobOrder.Terminate(id, node, 0));
      }
    }
    return orders;
  }
}
