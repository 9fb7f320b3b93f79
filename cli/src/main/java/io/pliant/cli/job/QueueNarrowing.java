package io.pliant.cli.job;

import io.pliant.api.WaitExplanation;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.core.id.JobStatus;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Choices of {@code squeue} for which controllers are asked more, or less is shown. */
final class QueueNarrowing {
  /** As {@code squeue --start}. */
  static final String START = "%.18i %.9P %.8j %.8u %.2t %.19S %.6D %20Y %R";

  /** Jobs whose expected start is asked for, which is a question for each. */
  private static final int MOST_ASKED = 200;

  private static final int NOT_FOUND = 404;

  @Mixin private PlaceFilter places = new PlaceFilter();

  @Option(
      names = "--start",
      description = "Jobs that wait, with when they are expected to start, the first 200 of them.")
  private boolean starts;

  /** True when something of it was asked for. */
  boolean any() {
    return starts || places.any();
  }

  /** True when expected starts are shown. */
  boolean starts() {
    return starts;
  }

  /** True when accounting alone knows who is meant. */
  boolean accounting() {
    return places.accounting();
  }

  /** Those of the lines that are meant; with expected starts in their order. */
  List<JobRow> of(Controllers controllers, List<JobRow> lines) {
    List<JobRow> meant = places.of(lines);
    return starts
        ? expected(
            controllers,
            meant.stream().filter(line -> line.queue().status() == JobStatus.PENDING).toList())
        : meant;
  }

  private static List<JobRow> expected(Controllers controllers, List<JobRow> waiting) {
    return IntStream.range(0, waiting.size())
        .mapToObj(i -> i < MOST_ASKED ? expected(controllers, waiting.get(i)) : waiting.get(i))
        .sorted(
            Comparator.comparing(
                JobRow::expectedStart, Comparator.nullsLast(Comparator.naturalOrder())))
        .toList();
  }

  private static JobRow expected(Controllers controllers, JobRow line) {
    String job = line.queue().job().toString();
    Request why = Request.get(Target.of("jobs", job, "why").toString());
    try {
      return line.expectedAt(
          Answers.one(controllers.text(why), WaitExplanation.class).expectedStart());
    } catch (ApiRefusal refusal) {
      if (refusal.status() == NOT_FOUND) {
        return line; // it has gone meanwhile
      }
      throw refusal;
    }
  }
}
