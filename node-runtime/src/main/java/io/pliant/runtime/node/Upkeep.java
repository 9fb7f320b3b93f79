package io.pliant.runtime.node;

import io.pliant.runtime.node.step.NodeSteps;
import java.time.Duration;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * What an agent sees to by itself while something is on its node. Timers run only then: a process
 * may stand for hundreds of nodes. Not thread-safe.
 */
final class Upkeep {
  private static final Duration REVIEW_EVERY = Duration.ofMillis(1_000);
  private static final Duration POLL_EVERY = Duration.ofMillis(150);
  private static final Duration STARTS_AFTER = Duration.ofMillis(20);
  private static final int EXAMINE_ROUNDS = 5;

  private final TimerScheduler<NodeAgent.Command> timers;
  private final NodeSteps steps;
  private final MalleablePrograms programs;
  private final NodeLimits limits;
  private int rounds;

  Upkeep(
      TimerScheduler<NodeAgent.Command> timers,
      NodeSteps steps,
      MalleablePrograms programs,
      NodeLimits limits) {
    this.timers = timers;
    this.steps = steps;
    this.programs = programs;
    this.limits = limits;
  }

  /** Starts the timers for what is there to be seen to. */
  void arm() {
    arm(NodeAgent.Due.LIMITS, REVIEW_EVERY, limits.any());
    arm(NodeAgent.Due.REVIEW, REVIEW_EVERY, !steps.isEmpty());
    arm(NodeAgent.Due.STARTS, STARTS_AFTER, steps.reporting().startsDue());
    arm(NodeAgent.Due.POLL, POLL_EVERY, steps.examination().polls());
  }

  private void arm(NodeAgent.Due due, Duration after, boolean wanted) {
    if (wanted && !timers.isTimerActive(due)) {
      timers.startSingleTimer(due, after);
    }
  }

  /** Repeats what is owed; now and then looks at all steps in case news of them were lost. */
  void review() {
    steps.reporting().resend();
    programs.review();
    rounds++;
    if (rounds % EXAMINE_ROUNDS == 0) {
      steps.examination().examineAll();
      programs.announce();
    }
  }
}
