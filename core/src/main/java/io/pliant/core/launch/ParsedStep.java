package io.pliant.core.launch;

import io.pliant.core.option.RunOptions;
import io.pliant.core.spec.Submission;
import io.pliant.core.step.StepRequest;

/** What a call of {@code pliant run} inside a job turned out to be. */
public sealed interface ParsedStep {

  /** A step that can be asked for. */
  record Parsed(StepRequest request) implements ParsedStep {}

  /**
   * Something that is no step.
   *
   * @param message what is wrong and what is expected
   */
  record Refused(String message) implements ParsedStep {}

  /** Understands the options and the command of a submission as a step; never throws. */
  static ParsedStep parse(Submission submission) {
    RunOptions options;
    try {
      options = RunOptions.read(submission);
    } catch (IllegalArgumentException e) {
      return new Refused(String.valueOf(e.getMessage()));
    }
    return new Parsed(
        new StepRequest(
            options.name(),
            options.nodes(),
            options.tasks(),
            options.cpusPerTask(),
            submission.command(),
            options.environment(),
            options.workingDirectory(),
            options.files(),
            options.io(),
            options.share(),
            options.on()));
  }
}
