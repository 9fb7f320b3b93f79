package io.pliant.core.spec;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a client hands in, before any option is understood: a script for {@code pliant submit}, or a
 * command for {@code pliant run}.
 *
 * @param script text of the script, or null for a command
 * @param scriptName file name of the script as typed, {@code wrap} for a wrapped command, or null
 *     when it came from standard input
 * @param scriptArguments arguments for the script
 * @param options option words of the command line, without those that only the client acts on
 * @param command program and arguments of {@code pliant run}; empty for a script
 * @param io attached client of {@code pliant run}, or null
 * @param workingDirectory absolute path of the directory in which the client was called
 * @param environment variables of the client
 * @param submissionKey idempotency key, or null: a second submission with it is the first one again
 */
public record Submission(
    @Nullable String script,
    @Nullable String scriptName,
    List<String> scriptArguments,
    List<String> options,
    List<String> command,
    @Nullable StepIo io,
    String workingDirectory,
    Map<String, String> environment,
    @Nullable String submissionKey) {

  public Submission {
    scriptArguments = List.copyOf(scriptArguments);
    options = List.copyOf(options);
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
  }

  /** The same with other options and another command. */
  public Submission with(List<String> otherOptions, List<String> otherCommand) {
    return new Submission(
        script,
        scriptName,
        scriptArguments,
        otherOptions,
        otherCommand,
        io,
        workingDirectory,
        environment,
        submissionKey);
  }
}
