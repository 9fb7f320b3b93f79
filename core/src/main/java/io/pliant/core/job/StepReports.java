package io.pliant.core.job;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent.JobStarted;
import io.pliant.core.job.JobEvent.StepEnded;
import io.pliant.core.job.JobEvent.StepStarted;
import io.pliant.core.step.NodeStep;
import io.pliant.core.step.StepReport;
import io.pliant.core.step.StepState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a job does with a node's report on one of its steps. */
public final class StepReports {
  private StepReports() {}

  static JobOutcome decide(JobState state, JobIntent.Reported reported, Instant now) {
    StepReport report = reported.report();
    if (ahead(state, report)) {
      return JobOutcome.nothing();
    }
    NodeStep known = known(state, report);
    if (known == null || !state.holdsNodes()) {
      return new JobOutcome(List.of(), new JobReply.Done(), dismiss(report));
    }
    if (!ofThisGrant(state, reported.granted())) {
      boolean ended = report instanceof StepReport.Ended;
      return new JobOutcome(
          List.of(),
          new JobReply.Done(),
          List.of(new JobOrder.Confirm(report.step(), report.node(), ended)));
    }
    return switch (report) {
      case StepReport.Started started -> started(state, known, started);
      case StepReport.Ended ended -> ended(state, known, ended, now);
    };
  }

  /**
   * True for a report of an attempt that is still to come for this state: whoever knows of it will
   * answer, and a state that is behind must not end it.
   */
  private static boolean ahead(JobState state, StepReport report) {
    return report.step().attempt() > state.attempt()
        && state.phase() != JobState.Phase.NEW
        && !state.over();
  }

  /** True when the step was ordered, but not on the node that reports: it says what cannot be. */
  public static boolean foreign(JobState state, StepReport report) {
    StepId id = report.step();
    StepState step = id.attempt() == state.attempt() ? state.steps().get(id.step()) : null;
    return step != null && !step.nodes().containsKey(report.node());
  }

  /** Orders that let a node forget a step nobody waits for, and end it if it still runs. */
  static List<JobOrder> dismiss(StepReport report) {
    return switch (report) {
      case StepReport.Started r ->
          List.of(
              new JobOrder.Confirm(r.step(), r.node(), false),
              new JobOrder.Terminate(r.step(), r.node(), 0));
      case StepReport.Ended r -> List.of(new JobOrder.Confirm(r.step(), r.node(), true));
    };
  }

  /**
   * A journal that was restored may have granted an attempt a second time; what nodes still say of
   * the first is not about this one. The node ends it when the new one's launch comes.
   */
  private static boolean ofThisGrant(JobState state, @Nullable Long granted) {
    Instant at = state.allocatedAt();
    return granted == null || at == null || granted == at.toEpochMilli();
  }

  private static @Nullable NodeStep known(JobState state, StepReport report) {
    StepId id = report.step();
    StepState step = id.attempt() == state.attempt() ? state.steps().get(id.step()) : null;
    return step == null ? null : step.nodes().get(report.node());
  }

  private static JobOutcome started(JobState state, NodeStep known, StepReport.Started report) {
    List<JobEvent> events = new ArrayList<>();
    StepId id = report.step();
    if (!known.started() && !known.ended()) {
      events.addAll(start(state, id, report.node(), report.at()));
    }
    List<JobOrder> once = new ArrayList<>();
    once.add(new JobOrder.Confirm(id, report.node(), false));
    if (known.ended()) {
      once.add(new JobOrder.Terminate(id, report.node(), 0));
    }
    return new JobOutcome(events, new JobReply.Done(), once);
  }

  private static List<JobEvent> start(JobState state, StepId id, NodeName node, Instant at) {
    StepStarted started = new StepStarted(state.job(), id.attempt(), id.step(), node, at);
    return state.startedAt() == null
        ? List.of(started, new JobStarted(state.job(), id.attempt(), at))
        : List.of(started);
  }

  private static JobOutcome ended(
      JobState state, NodeStep known, StepReport.Ended report, Instant now) {
    StepId id = report.step();
    List<JobOrder> confirm = List.of(new JobOrder.Confirm(id, report.node(), true));
    if (known.ended()) {
      return new JobOutcome(List.of(), new JobReply.Done(), confirm);
    }
    List<JobEvent> events = new ArrayList<>();
    if (report.startedAt() != null && !known.started()) {
      events.addAll(start(state, id, report.node(), report.startedAt()));
    }
    StepEnded ended =
        new StepEnded(
            state.job(),
            id.attempt(),
            id.step(),
            report.node(),
            report.taskExits(),
            report.end(),
            report.message(),
            report.at(),
            report.usage());
    events.add(ended);
    JobState after = state;
    for (JobEvent event : events) {
      after = after.evolve(event);
    }
    events.addAll(Completions.afterStepEnd(after, now));
    return new JobOutcome(events, new JobReply.Done(), confirm);
  }
}
