package io.pliant.runtime.node.launcher;

import io.pliant.core.id.StepId;

/** What the launcher process says about the steps of one node. */
public sealed interface LauncherNews {

  /** All tasks run; the step's folder has the time. */
  record Started(StepId step) implements LauncherNews {}

  /** No task is left; the step's folder has the result. */
  record Ended(StepId step) implements LauncherNews {}

  /** Nothing was started and nothing could be written. */
  record Failed(StepId step, String reason) implements LauncherNews {}

  /**
   * The supervisor's process is gone, or done with the step.
   *
   * @param order number of the order to launch it
   */
  record Gone(StepId step, long order) implements LauncherNews {}

  /**
   * Nothing is left of a step that had lost its supervisor.
   *
   * @param order number of the order to sweep
   */
  record Swept(StepId step, long order) implements LauncherNews {}

  /** The launcher itself was replaced: news of steps it knew may be missing. */
  record Replaced() implements LauncherNews {}
}
