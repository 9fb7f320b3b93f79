package io.pliant.core.option;

import io.pliant.core.spec.Submission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command line of {@code pliant submit}, cut into what the client acts on and what it passes
 * on.
 *
 * @param options option words to pass on as {@link Submission#options()}; a colon stands between
 *     those of the components of a job pack
 * @param parsable print the job id and nothing else
 * @param waitForEnd return when the job is over
 * @param quiet print errors only
 * @param help print the help text and do nothing
 * @param check submit nothing, but say what would become of the scripts; then what follows the
 *     first is no argument but a script
 * @param testOnly submit nothing, but say when the script would start
 * @param wrap shell command to submit as the script, or null
 * @param scriptFile file that holds the script, or null for standard input or a wrapped command
 * @param scriptArguments arguments for the script
 * @param nodeFile file of the command line that names nodes, or null
 */
public record SubmitCommandLine(
    List<String> options,
    boolean parsable,
    boolean waitForEnd,
    boolean quiet,
    boolean help,
    boolean check,
    boolean testOnly,
    @Nullable String wrap,
    @Nullable String scriptFile,
    List<String> scriptArguments,
    @Nullable String nodeFile) {

  public SubmitCommandLine {
    options = List.copyOf(options);
    scriptArguments = List.copyOf(scriptArguments);
  }

  /**
   * Cuts a command line; the values of the options passed on are not looked at.
   *
   * @throws IllegalArgumentException with a message for the user, on an unknown option
   */
  public static SubmitCommandLine split(List<String> argv) {
    PackLine line = PackLine.read(argv, OptionScope.SUBMIT_LINE);
    GivenOptions client = GivenOptions.of(line.given());
    List<String> rest = line.rest();
    String wrap = client.text(SubmitOption.WRAP);
    if (wrap != null && !rest.isEmpty()) {
      throw new OptionException(
          "command line: expected no script beside '--wrap', but got '%s'."
              .formatted(rest.getFirst()));
    }
    return new SubmitCommandLine(
        line.words(_ -> true),
        client.has(SubmitOption.PARSABLE),
        client.has(SubmitOption.WAIT),
        client.has(SubmitOption.QUIET),
        client.has(SubmitOption.HELP),
        client.has(SubmitOption.CHECK),
        client.has(SubmitOption.TEST_ONLY),
        wrap,
        rest.isEmpty() ? null : rest.getFirst(),
        rest.isEmpty() ? rest : rest.subList(1, rest.size()),
        client.text(SubmitOption.NODEFILE));
  }

  /** The file that names the nodes of a script, or null: that of the command line prevails. */
  public @Nullable String nodeFile(String script) {
    return nodeFile != null
        ? nodeFile
        : GivenOptions.of(ScriptDirectives.read(script, "script").options())
            .text(SubmitOption.NODEFILE);
  }

  /** True when directives of the script name nodes. */
  public static boolean namesNodes(String script) {
    return GivenOptions.of(ScriptDirectives.read(script, "script").options())
        .has(SubmitOption.NODELIST);
  }

  /**
   * These options, with the flags that directives of the script switch on; a script with faults
   * changes nothing, since the controller will refuse it.
   */
  public SubmitCommandLine withFlagsOf(String script) {
    ScriptDirectives directives = ScriptDirectives.read(script, "script");
    if (!directives.faults().isEmpty()) {
      return this;
    }
    GivenOptions flags = GivenOptions.of(directives.options());
    return new SubmitCommandLine(
        options,
        parsable || flags.has(SubmitOption.PARSABLE),
        waitForEnd || flags.has(SubmitOption.WAIT),
        quiet || flags.has(SubmitOption.QUIET),
        help,
        check,
        testOnly || flags.has(SubmitOption.TEST_ONLY),
        wrap,
        scriptFile,
        scriptArguments,
        nodeFile);
  }

  /**
   * The script that runs a wrapped command; its {@link Submission#scriptName()} is {@code wrap}.
   */
  public static String wrapped(String command) {
    return "#!/bin/sh\n# Written by pliant submit --wrap.\n\n" + command + "\n";
  }
}
