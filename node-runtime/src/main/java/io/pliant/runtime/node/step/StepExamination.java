package io.pliant.runtime.node.step;

import io.pliant.core.id.StepId;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.node.folder.ProcessIdentity;
import io.pliant.runtime.node.folder.StepState;
import io.pliant.runtime.node.launcher.Launcher;
import io.pliant.runtime.node.launcher.LauncherNews;
import java.io.IOException;
import java.time.Instant;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out how the steps of one node stand: from what the launcher tells, and by looking where
 * nobody would tell. Not thread-safe.
 */
public final class StepExamination {
  private static final Logger LOG = LoggerFactory.getLogger(StepExamination.class);

  private final SortedMap<StepId, StepWatch> steps;
  private final Launcher launcher;
  private final StepEdges edges;
  private final StepAnswers answers;
  private final StepReporting reporting;
  private boolean faulty;

  /**
   * Examines steps.
   *
   * @param steps a view: all steps of the node whose end is not confirmed
   */
  StepExamination(
      SortedMap<StepId, StepWatch> steps,
      Launcher launcher,
      StepEdges edges,
      StepAnswers answers,
      StepReporting reporting) {
    this.steps = steps;
    this.launcher = launcher;
    this.edges = edges;
    this.answers = answers;
    this.reporting = reporting;
  }

  /** True once after a step could not be started through the fault of this node. */
  public boolean takeFault() {
    boolean taken = faulty;
    faulty = false;
    return taken;
  }

  /** True when some step has to be looked at because no news of it will come. */
  public boolean polls() {
    return steps.values().stream().anyMatch(StepWatch::polled);
  }

  /** Takes what the launcher tells. */
  public void news(LauncherNews news) {
    switch (news) {
      case LauncherNews.Started started -> examine(started.step());
      case LauncherNews.Ended ended -> examine(ended.step());
      case LauncherNews.Gone gone -> gone(gone);
      case LauncherNews.Swept swept -> swept(swept);
      case LauncherNews.Failed failure -> failed(failure);
      case LauncherNews.Replaced _ -> {
        steps.values().forEach(StepWatch::poll);
        steps.values().stream()
            .filter(watch -> watch.phase() == StepWatch.Phase.SWEEPING)
            .forEach(watch -> launcher.sweep(watch.folder()));
      }
    }
  }

  /** Looks at the steps of which no news will come. */
  public void poll() {
    steps.values().stream().filter(StepWatch::polled).forEach(this::examine);
  }

  /** Looks at all steps, in case news were lost. */
  public void examineAll() {
    steps.values().stream()
        .filter(watch -> watch.phase() == StepWatch.Phase.SUPERVISED)
        .forEach(this::examine);
  }

  private void examine(StepId step) {
    StepWatch watch = steps.get(step);
    if (watch != null && watch.phase() == StepWatch.Phase.SUPERVISED) {
      examine(watch);
    }
  }

  /** Looks at one step. */
  void examine(StepWatch watch) {
    try {
      StepState state = watch.folder().state();
      if (state.end() == null && watch.polled()) {
        state = stateOfUnwatched(watch, state);
      }
      learn(watch, state);
    } catch (IOException e) {
      answers.failed("read the state of " + watch.step(), e);
    }
  }

  /** Finds out whether a step still has a supervisor when nobody would tell of its end. */
  private StepState stateOfUnwatched(StepWatch watch, StepState seen) throws IOException {
    ProcessIdentity supervisor = seen.supervisor();
    if (supervisor == null) {
      return unsupervised(watch);
    }
    if (supervisor.alive()) {
      return seen;
    }
    StepState last = watch.folder().state();
    if (last.end() == null) {
      lose(watch);
    }
    return last;
  }

  /**
   * The launcher went away with the order, or the agent did: once more, since only one can begin.
   */
  private StepState unsupervised(StepWatch watch) throws IOException {
    if (watch.folder().ready() && watch.retry()) {
      launcher.launch(watch.folder());
      return StepState.NOTHING;
    }
    // a supervisor that begins after this mark starts nothing; one that began before has written so
    watch.folder().leaveEnd();
    StepState state = watch.folder().state();
    if (state.supervisor() == null) {
      over(
          watch,
          edges.lost(watch.step(), "The agent or its host was stopped before it was started."));
    }
    return state;
  }

  private void learn(StepWatch watch, StepState state) {
    Instant startedAt = state.startedAt();
    if (startedAt != null && !watch.hasStarted() && !watch.over()) {
      watch.started(edges.started(watch.step(), state.tasks(), startedAt));
    }
    StepState.End end = state.end();
    if (end != null && !watch.over()) {
      over(
          watch,
          new StepReport.Ended(
              watch.step(),
              edges.node(),
              end.at(),
              state.exits(),
              end.reason(),
              end.message(),
              startedAt,
              state.usage()));
    }
  }

  private void gone(LauncherNews.Gone gone) {
    StepWatch watch = steps.get(gone.step());
    if (watch == null
        || watch.phase() != StepWatch.Phase.SUPERVISED
        || !watch.answeredBy(gone.order())) {
      return;
    }
    watch.poll();
    examine(watch);
  }

  private void lose(StepWatch watch) {
    LOG.warn(
        "Node {}: the supervisor of {} is gone; ending what it left", edges.node(), watch.step());
    watch.sweep();
    launcher.sweep(watch.folder());
  }

  private void swept(LauncherNews.Swept swept) {
    StepWatch watch = steps.get(swept.step());
    if (watch != null
        && watch.phase() == StepWatch.Phase.SWEEPING
        && watch.answeredBy(swept.order())) {
      over(
          watch,
          edges.lost(
              swept.step(),
              "Its supervisor on node %s was ended from outside.".formatted(edges.node())));
    }
  }

  private void failed(LauncherNews.Failed failure) {
    StepWatch watch = steps.get(failure.step());
    if (watch != null && watch.phase() == StepWatch.Phase.SUPERVISED) {
      over(watch, edges.faulty(failure.step(), failure.reason()));
    }
  }

  /** This is how a step ended; it is said until it is confirmed. */
  void over(StepWatch watch, StepReport.Ended ended) {
    faulty |= ended.end() == StepEnd.NODE_FAULT;
    watch.ended(edges.ended(ended));
    reporting.say(watch);
  }
}
