package io.pliant.core.job;

import io.pliant.core.job.JobEvent.JobRequeued;
import io.pliant.core.node.NodeFault;
import io.pliant.core.partition.Setbacks;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When an attempt that came to nothing is repeated: after a pause that doubles with each one in a
 * row, and not at all, before somebody has looked, after too many.
 *
 * @param first pause after the first attempt in a row
 * @param most longest pause
 * @param worthwhile an attempt that ran for so long begins a new row
 * @param holdAfter attempts in a row after which the job is held
 */
public record RequeueRules(Duration first, Duration most, Duration worthwhile, int holdAfter) {
  /** What holds where nothing is configured. */
  public static final RequeueRules USUAL =
      new RequeueRules(Duration.ofSeconds(1), Duration.ofMinutes(5), Duration.ofMinutes(1), 10);

  /** Doublings after which any pause is longer than the longest. */
  private static final int MOST_DOUBLINGS = 40;

  /** What a requeue says of the attempts before it; absent fields are those of old journals. */
  static Setbacks setbacks(JobRequeued event) {
    Integer row = event.inARow();
    List<NodeFault> nodes = event.faults();
    return new Setbacks(
        row == null ? 0 : row,
        event.notBefore(),
        event.holdReason(),
        nodes == null ? List.of() : nodes);
  }

  /** The same outcome, each requeue in it with its pause or hold. */
  public JobOutcome pace(JobState state, JobOutcome outcome) {
    if (outcome.events().stream().noneMatch(JobRequeued.class::isInstance)) {
      return outcome;
    }
    List<JobEvent> paced = new ArrayList<>(outcome.events().size());
    JobState before = state;
    for (JobEvent event : outcome.events()) {
      JobEvent told = event instanceof JobRequeued requeued ? pace(before, requeued) : event;
      paced.add(told);
      before = before.evolve(told);
    }
    return new JobOutcome(paced, outcome.reply(), outcome.once());
  }

  private JobRequeued pace(JobState before, JobRequeued event) {
    boolean worth = ranFor(before, event.at()).compareTo(worthwhile) >= 0;
    int inARow = worth ? 0 : before.setbacks().inARow() + 1;
    boolean hold = inARow >= holdAfter;
    String cause =
        hold
            ? "%d attempts in a row came to nothing; the last one: %s"
                .formatted(inARow, NodeFault.shortened(event.reason()))
            : null;
    return new JobRequeued(
        event.job(),
        event.nextAttempt(),
        event.reason(),
        event.at(),
        inARow,
        hold || inARow == 0 ? null : event.at().plus(pause(inARow)),
        cause,
        faults(before));
  }

  /** Pause after so many attempts in a row, from 1. */
  Duration pause(int inARow) {
    int doublings = Math.min(inARow - 1, MOST_DOUBLINGS);
    long millis = Math.min(most.toMillis(), first.toMillis());
    for (int i = 0; i < doublings && millis < most.toMillis(); i++) {
      millis = Math.min(most.toMillis(), 2 * millis);
    }
    return Duration.ofMillis(millis);
  }

  /**
   * The shorter of what node and controller measured: a node's clock may be wrong, and a controller
   * counts the time of the launch.
   */
  private static Duration ranFor(JobState state, Instant end) {
    Instant started = state.startedAt();
    Instant allocated = state.allocatedAt();
    if (started == null || allocated == null) {
      return Duration.ZERO;
    }
    Duration byNode = Duration.between(started, end);
    Duration byController = Duration.between(allocated, end);
    return byNode.compareTo(byController) < 0 ? byNode : byController;
  }

  /** What nodes could not do for the attempt; null when nothing. */
  private static @Nullable List<NodeFault> faults(JobState state) {
    List<NodeFault> faults = new ArrayList<>();
    for (StepState step : state.steps().values()) {
      step.nodes()
          .forEach((node, on) -> {
            if (on.end() == StepEnd.NODE_FAULT
                && faults.size() < NodeFault.MOST
                && faults.stream().noneMatch(f -> f.node().equals(node))) {
              faults.add(new NodeFault(node, on.message()));
            }
          });
    }
    return faults.isEmpty() ? null : faults;
  }
}
