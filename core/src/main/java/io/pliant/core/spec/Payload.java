package io.pliant.core.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a job runs. */
public sealed interface Payload {
  /**
   * A script that runs once, on the first node of the allocation.
   *
   * @param script the whole text, with its interpreter line
   * @param arguments arguments after the script's name
   */
  record BatchScript(String script, List<String> arguments) implements Payload {
    public BatchScript {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * A command started as all the job's tasks over all its nodes ({@code pliant run} outside a job).
   *
   * @param command program and arguments
   * @param io the attached client, or null when output goes to files
   */
  record ParallelCommand(List<String> command, @Nullable StepIo io) implements Payload {
    public ParallelCommand {
      command = List.copyOf(command);
    }
  }
}
