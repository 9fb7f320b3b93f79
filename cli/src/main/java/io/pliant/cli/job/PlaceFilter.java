package io.pliant.cli.job;

import io.pliant.api.AskedEntry;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which jobs are meant by the nodes that they hold and by the reservation that they ask for. */
public final class PlaceFilter {
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

  /** True when something of it was asked for. */
  boolean any() {
    return nodes != null || reservations != null;
  }

  /** True when accounting alone knows who is meant. */
  boolean accounting() {
    return reservations != null;
  }

  /** Those of the lines that are meant. */
  List<JobRow> of(List<JobRow> lines) {
    Set<String> names = QueueSelection.words(reservations);
    Set<NodeName> some = nodes == null ? null : hosts(nodes);
    return lines.stream()
        .filter(line -> names == null || names.contains(reservation(line)))
        .filter(line ->
            some == null
                || line.queue().status() != JobStatus.PENDING
                    && meets(line.queue().nodeList(), some))
        .toList();
  }

  /** The nodes of a list that the caller has given. */
  public static Set<NodeName> hosts(String list) {
    try {
      return Set.copyOf(Hostlist.expand(list));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage("--nodelist: " + e.getMessage());
    }
  }

  /** True when a list of nodes that a job holds has any of those. */
  public static boolean meets(@Nullable String held, Set<NodeName> some) {
    return held != null
        && !held.isEmpty()
        && Hostlist.expand(held).stream().anyMatch(some::contains);
  }

  private static String reservation(JobRow line) {
    AskedEntry asked = line.asked();
    String name = asked == null ? null : asked.reservation();
    return name == null ? "" : name;
  }
}
