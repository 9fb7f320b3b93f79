package io.pliant.runtime.node.step;

import io.pliant.core.node.AgentMessage;
import io.pliant.core.step.StepReport;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Consumer;

/** What a node says of its steps, until it is confirmed. Not thread-safe. */
public final class StepReporting {
  private static final Duration RESEND = Duration.ofSeconds(2);

  private final Collection<StepWatch> steps;
  private final Consumer<AgentMessage> out;

  /**
   * Reports on steps.
   *
   * @param steps a view: all steps whose end is not confirmed
   */
  StepReporting(Collection<StepWatch> steps, Consumer<AgentMessage> out) {
    this.steps = steps;
    this.out = out;
  }

  /** Says all that a controller may not know: after each new connection. */
  public void announce() {
    steps.forEach(this::say);
  }

  /** Repeats what was not confirmed for a while. */
  public void resend() {
    for (StepWatch watch : steps) {
      if (watch.owedFor(RESEND)) {
        say(watch);
      }
    }
  }

  /** True when the start of some step is known and still to be said. */
  public boolean startsDue() {
    return steps.stream().anyMatch(StepWatch::hasDueStart);
  }

  /**
   * Says which steps started. It is done a moment after the fact, because a step that ends at once
   * needs one report, and one write at its job, instead of two.
   */
  public void reportStarts() {
    steps.stream().filter(StepWatch::takeDueStart).forEach(this::say);
  }

  /** Says how a step stands, when there is something to say. */
  void say(StepWatch watch) {
    StepReport report = watch.report();
    if (report != null) {
      watch.sent();
      out.accept(new AgentMessage.Report(report, watch.granted(), watch.terms()));
    }
  }
}
