package io.pliant.cli.slurm;

import io.pliant.cli.invocation.CommandFailure;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code sacct} about what is not known here: each says what to write instead. */
final class AccountRefusals {
  @Option(
      names = {"-c", "--completion"},
      description = "Refused: there is no second record of jobs.")
  private boolean completion;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Refused: accounting is in no file.")
  private @Nullable String file;

  @Option(
      names = {"-F", "--flags"},
      paramLabel = "FLAG,...",
      description = "Refused: nobody notes which round started a job.")
  private @Nullable String flags;

  @Option(
      names = {"-x", "--associations"},
      paramLabel = "ID,...",
      description = "Refused: associations have no numbers.")
  private @Nullable String associations;

  @Option(
      names = {"-U", "--use-local-uid"},
      description = "Changes nothing: numbers of users are those of the hosts.")
  private boolean localUid;

  /** Throws what the user is to write instead. */
  void check() {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--completion: there is no second record of jobs; leave it out.", completion);
    given.put(
        "--file: accounting is kept by the controllers; leave it out, or read the output of sacct -P kept before.",
        file != null);
    given.put(
        "--flags: it is not written down which round started a job; leave it out.", flags != null);
    given.put(
        "--associations: associations have no numbers; choose by -A, -u and -r.",
        associations != null);
    given.forEach((refusal, yes) -> {
      if (yes) {
        throw CommandFailure.usage("Expected no " + refusal);
      }
    });
  }
}
