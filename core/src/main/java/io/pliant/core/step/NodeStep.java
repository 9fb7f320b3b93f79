package io.pliant.core.step;

import io.pliant.core.id.ExitStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a step stands on one node.
 *
 * @param startedAt when its tasks were reported started, or null
 * @param endedAt when its tasks were reported gone, or null
 * @param end why they are gone, or null
 * @param excused what happened here says nothing about how the job ended, because its program went
 *     on without it
 * @param usage what its tasks used, or null when nothing is known of it
 */
public record NodeStep(
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    List<ExitStatus> taskExits,
    @Nullable StepEnd end,
    String message,
    boolean excused,
    @Nullable StepUsage usage) {
  static final NodeStep ORDERED = new NodeStep(null, null, List.of(), null, "", false, null);

  public NodeStep {
    taskExits = List.copyOf(taskExits);
  }

  public boolean started() {
    return startedAt != null;
  }

  public boolean ended() {
    return endedAt != null;
  }

  /** How long its tasks ran; zero when none did, and while one may run. */
  Duration ranFor() {
    return startedAt == null || endedAt == null || endedAt.isBefore(startedAt)
        ? Duration.ZERO
        : Duration.between(startedAt, endedAt);
  }

  public NodeStep startedAt(Instant at) {
    return new NodeStep(at, endedAt, taskExits, end, message, excused, usage);
  }

  /** Its tasks are gone. */
  public NodeStep ended(
      Instant at, List<ExitStatus> exits, StepEnd why, String said, @Nullable StepUsage used) {
    return new NodeStep(startedAt, at, exits, why, said, excused, used);
  }

  public NodeStep nowExcused() {
    return new NodeStep(startedAt, endedAt, taskExits, end, message, true, usage);
  }
}
