package io.pliant.cli.submission;

import io.pliant.api.StartEntry;
import io.pliant.api.SubmissionCheck;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.format.StampFormat;
import io.pliant.core.resource.ResourceRequest;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What {@code --test-only} says of a submission, in Slurm's words. No job is made, so its number is
 * 0.
 */
public final class StartTest {
  private StartTest() {}

  /** The line without the command's name; throws what is wrong with one that is not taken. */
  public static String line(SubmissionCheck check, ZoneId zone) {
    if (!check.taken()) {
      throw CommandFailure.operational(String.valueOf(check.fault()));
    }
    StartEntry start = check.start();
    Instant at = start == null ? null : start.at();
    if (start == null || at == null) {
      return "Job 0 would be queued; nobody can say when it starts: " + why(start);
    }
    String when = StampFormat.STANDARD.text(at, zone, at);
    ResourceRequest asked = check.resources();
    boolean pack = asked != null && asked.isPack();
    return pack
        ? "Job 0 to start at %s using %d processors on %s"
            .formatted(when, start.cpus(), start.nodes())
        : "Job 0 to start at %s using %d processors on nodes %s in partition %s"
            .formatted(when, start.cpus(), start.nodes(), check.partition());
  }

  private static String why(@Nullable StartEntry start) {
    String why = start == null ? null : start.unknown();
    return why == null ? "the controller is older" : why;
  }
}
