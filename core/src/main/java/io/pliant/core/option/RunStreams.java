package io.pliant.core.option;

import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submission;
import org.jspecify.annotations.Nullable;

/** Decides where the streams of {@code pliant run} go: to the attached client, or to files. */
final class RunStreams {

  private RunStreams() {}

  /** The attached client, or null when an output file is asked for or no client is attached. */
  static @Nullable StepIo io(GivenOptions options, Submission submission) {
    GivenOption error = options.get(SubmitOption.ERROR);
    if (options.has(SubmitOption.OUTPUT)) {
      return null;
    }
    if (error != null && submission.io() != null) {
      throw OptionException.badValue(
          error, "--output beside it: both streams go to files, or both to the terminal");
    }
    return submission.io();
  }
}
