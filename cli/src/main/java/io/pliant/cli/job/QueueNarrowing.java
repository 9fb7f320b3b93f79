package io.pliant.cli.job;

import io.pliant.api.AskedEntry;
import io.pliant.api.WaitExplanation;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Choices of {@code squeue} for which controllers are asked more, or less is shown. */
final class QueueNarrowing {
  /** As {@code squeue --start}. */
  static final String START = "%.18i %.9P %.8j %.8u %.2t %.19S %.6D %20Y %R";

  /** Jobs whose expected start is asked for, which is a question for each. */
  private static final int MOST_ASKED = 200;

  private static final int NOT_FOUND = 404;

  @Option(
      names = {"-w", "--nodelist"},
      paramLabel = "HOSTLIST",
      description = "Only jobs that hold any of these nodes.")
  private @Nullable String nodes;

  @Option(
      names = {"-R", "--reservation"},
      paramLabel = "NAME,...",
      description = "Only jobs that ask for any of these reservations.")
  private @Nullable String reservations;

  @Option(
      names = "--start",
      description = "Jobs that wait, with when they are expected to start, the first 200 of them.")
  private boolean starts;

  /** True when something of it was asked for. */
  boolean any() {
    return starts || nodes != null || reservations != null;
  }

  /** True when expected starts are shown. */
  boolean starts() {
    return starts;
  }

  /** True when accounting alone knows who is meant. */
  boolean accounting() {
    return reservations != null;
  }

  /** Those of the lines that are meant; with expected starts in their order. */
  List<JobRow> of(Controllers controllers, List<JobRow> lines) {
    Set<String> names = QueueSelection.words(reservations);
    Set<NodeName> some = nodes == null ? null : hosts(nodes);
    List<JobRow> meant =
        lines.stream()
            .filter(line -> names == null || names.contains(reservation(line)))
            .filter(line -> some == null || holdsAny(line, some))
            .filter(line -> !starts || line.queue().status() == JobStatus.PENDING)
            .toList();
    return starts ? expected(controllers, meant) : meant;
  }

  private static Set<NodeName> hosts(String list) {
    try {
      return Set.copyOf(Hostlist.expand(list));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage("--nodelist: " + e.getMessage());
    }
  }

  private static String reservation(JobRow line) {
    AskedEntry asked = line.asked();
    String name = asked == null ? null : asked.reservation();
    return name == null ? "" : name;
  }

  private static boolean holdsAny(JobRow line, Set<NodeName> some) {
    String held = line.queue().nodeList();
    return held != null
        && !held.isEmpty()
        && line.queue().status() != JobStatus.PENDING
        && Hostlist.expand(held).stream().anyMatch(some::contains);
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
