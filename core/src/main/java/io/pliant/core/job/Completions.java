package io.pliant.core.job;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent.JobCompleting;
import io.pliant.core.job.JobEvent.JobEnded;
import io.pliant.core.job.JobEvent.JobRequeued;
import io.pliant.core.job.JobEvent.StepEnded;
import io.pliant.core.step.Ends;
import io.pliant.core.step.NodeStep;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How an attempt of a job comes to its end. */
final class Completions {
  private Completions() {}

  /**
   * Events that bring the attempt to this end: at once when no task is left, else by way of
   * COMPLETING, in which the tasks are ended first.
   */
  static List<JobEvent> complete(JobState state, Completion completion, Instant now) {
    List<JobEvent> events = new ArrayList<>();
    if (state.allStepsEnded()) {
      events.add(ending(state, completion, now));
    } else {
      events.add(
          new JobCompleting(
              state.job(),
              state.attempt(),
              completion.outcome(),
              completion.exit(),
              completion.reason(),
              now));
    }
    return events;
  }

  /** Some nodes are gone with whatever ran there: the attempt cannot go on. */
  static List<JobEvent> nodesLost(JobState state, List<NodeName> lost, Instant now) {
    List<JobEvent> events = new ArrayList<>();
    JobState folded = state;
    for (StepState step : state.steps().values()) {
      for (NodeName node : lost) {
        NodeStep on = step.nodes().get(node);
        if (on != null && !on.ended()) {
          StepEnded event =
              new StepEnded(
                  state.job(),
                  state.attempt(),
                  step.step(),
                  node,
                  List.of(),
                  StepEnd.LOST,
                  "node " + node + " was lost",
                  now);
          events.add(event);
          folded = folded.evolve(event);
        }
      }
    }
    Completion decided = folded.completion();
    if (decided == null && Malleables.mayGoOn(state, lost)) {
      events.addAll(afterStepEnd(folded, now));
    } else if (decided == null) {
      String reason = "node %s was lost".formatted(lost.getFirst());
      events.addAll(complete(folded, lostCompletion(folded, reason), now));
    } else if (folded.allStepsEnded()) {
      events.add(ending(folded, decided, now));
    }
    return events;
  }

  /** What follows, after a step ended somewhere: nothing, or the end of the attempt. */
  static List<JobEvent> afterStepEnd(JobState state, Instant now) {
    Completion decided = state.completion();
    if (decided != null) {
      return state.allStepsEnded() ? List.of(ending(state, decided, now)) : List.of();
    }
    StepState primary = Objects.requireNonNull(state.steps().get(state.primaryStep()));
    boolean ended =
        primary.step() == StepId.PROGRAM
            ? Malleables.programEnded(state) || Malleables.leaderKilled(state)
            : primary.ended();
    boolean over = ended || primary.anyEnd(StepEnd.NODE_FAULT);
    return over ? complete(state, verdict(state, primary), now) : List.of();
  }

  /** The ends that count: of all tasks of the program, but not of those it went on without. */
  private static Ends ends(JobState state, StepState primary) {
    if (primary.step() != StepId.PROGRAM) {
      return primary.ends();
    }
    List<NodeStep> counted = new ArrayList<>();
    for (StepState step : Malleables.program(state)) {
      counted.addAll(step.counted());
    }
    return new Ends(counted);
  }

  private static Completion verdict(JobState state, StepState primary) {
    Ends ends = ends(state, primary);
    ExitStatus exit = ends.worstExit();
    if (ends.any(StepEnd.LOST)) {
      return lostCompletion(state, ends.message());
    }
    if (primary.anyEnd(StepEnd.NODE_FAULT)) {
      return faultCompletion(state, primary);
    }
    if (ends.any(StepEnd.TIME_LIMIT)) {
      return new Completion(JobStatus.TIMEOUT, exit, "time limit reached");
    }
    if (ends.any(StepEnd.OUT_OF_MEMORY)) {
      return new Completion(JobStatus.OUT_OF_MEMORY, ExitStatus.OUT_OF_MEMORY, "OutOfMemory");
    }
    if (ends.any(StepEnd.LAUNCH_FAILED)) {
      return new Completion(JobStatus.FAILED, exit, ends.message());
    }
    if (ends.any(StepEnd.TERMINATED)) {
      return new Completion(JobStatus.CANCELLED, exit, "its attached client went away");
    }
    return exit.success()
        ? new Completion(JobStatus.COMPLETED, exit, "")
        : new Completion(JobStatus.FAILED, exit, "NonZeroExitCode");
  }

  static Completion lostCompletion(JobState state, String reason) {
    return state.submittedSpec().requeue()
        ? new Completion(JobStatus.PENDING, ExitStatus.SUCCESS, reason)
        : new Completion(JobStatus.NODE_FAIL, new ExitStatus(1, 0), reason);
  }

  /** Without a task that ran, a job that is not to run twice may be tried elsewhere, too. */
  private static Completion faultCompletion(JobState state, StepState primary) {
    String reason = primary.message();
    return state.startedAt() == null
        ? new Completion(JobStatus.PENDING, ExitStatus.SUCCESS, reason)
        : lostCompletion(state, reason);
  }

  private static JobEvent ending(JobState state, Completion completion, Instant now) {
    return completion.requeues()
        ? new JobRequeued(state.job(), state.attempt() + 1, completion.reason(), now)
        : new JobEnded(
            state.job(),
            state.attempt(),
            completion.outcome(),
            finalExit(state, completion),
            completion.reason(),
            state.startedAt(),
            now);
  }

  /**
   * What the primary task really ended with says more than what was expected when ending it, but a
   * failure is the one for which the others were ended.
   */
  private static ExitStatus finalExit(JobState state, Completion completion) {
    @Nullable StepState primary = state.steps().get(state.primaryStep());
    boolean failed = completion.outcome() == JobStatus.FAILED && !completion.exit().success();
    return !failed
            && primary != null
            && primary.nodes().values().stream().anyMatch(n -> !n.taskExits().isEmpty())
        ? ends(state, primary).worstExit()
        : completion.exit();
  }
}
