package io.pliant.cli.run;

import java.io.File;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A program run where {@code srun} runs: its prolog, its epilog. */
final class LocalProgram {
  private LocalProgram() {}

  /** Runs it to its end, on the streams of this process; nothing for null. */
  static void run(@Nullable String program, RunMessages messages) throws InterruptedException {
    if (program == null) {
      return;
    }
    try {
      ProcessBuilder builder = new ProcessBuilder(program).inheritIO();
      builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
      int code = builder.start().waitFor();
      if (code != 0) {
        messages.error("%s ended with exit code %d".formatted(program, code));
      }
    } catch (IOException e) {
      messages.error("Expected to run %s, but %s".formatted(program, e.getMessage()));
    }
  }
}
