package io.pliant.core.option;

import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submission;
import org.jspecify.annotations.Nullable;

/** Decides where the streams of {@code pliant run} go: to the attached client, or to files. */
final class RunStreams {

  private RunStreams() {}

  /**
   * The attached client, or null when none is; one that gets no streams where an output file is
   * asked for, and then only when it has said so itself.
   */
  static @Nullable StepIo io(GivenOptions options, Submission submission) {
    GivenOption error = options.get(SubmitOption.ERROR);
    StepIo io = submission.io();
    if (options.has(SubmitOption.OUTPUT)) {
      return io == null || StepIo.streams(io) ? null : io;
    }
    if (error != null && io != null) {
      throw OptionException.badValue(
          error, "--output beside it: both streams go to files, or both to the terminal");
    }
    return io;
  }
}
