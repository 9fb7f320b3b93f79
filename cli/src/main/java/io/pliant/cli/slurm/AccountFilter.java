package io.pliant.cli.slurm;

import io.pliant.api.AskedEntry;
import io.pliant.api.HistoryEntry;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.job.GroupNames;
import io.pliant.cli.job.PlaceFilter;
import io.pliant.core.id.NodeName;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Choices of {@code sacct} that are made here, among what controllers have told. */
final class AccountFilter {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

  @Option(
      names = {"-N", "--nodelist"},
      paramLabel = "HOSTLIST",
      description = "Only jobs that held any of these nodes.")
  private @Nullable String nodes;

  @Option(
      names = {"-q", "--qos"},
      paramLabel = "NAME,...",
      description = "Only jobs of these qualities of service.")
  private @Nullable String qos;

  @Option(
      names = {"-W", "--wckeys"},
      paramLabel = "NAME,...",
      description = "Only jobs of these wckeys.")
  private @Nullable String wckeys;

  @Option(
      names = {"-i", "--nnodes"},
      paramLabel = "N[-M]",
      description = "Only jobs of so many nodes.")
  private @Nullable String nodeCount;

  @Option(
      names = {"-I", "--ncpus"},
      paramLabel = "N[-M]",
      description = "Only jobs of so many cpus.")
  private @Nullable String cpuCount;

  @Option(
      names = {"-g", "--gid", "--group"},
      paramLabel = "GROUP,...",
      description = "Only jobs of these groups, by name or number.")
  private @Nullable String groups;

  @Option(
      names = {"-k", "--timelimit-min"},
      paramLabel = "TIME",
      description = "Only jobs with this time limit; with -K at least this one.")
  private @Nullable String shortest;

  @Option(
      names = {"-K", "--timelimit-max"},
      paramLabel = "TIME",
      description = "With -k: only jobs with this time limit at most.")
  private @Nullable String longest;

  @Option(
      names = "--array",
      description = "Changes nothing: each element that has started has a line of its own.")
  private boolean array;

  @Option(
      names = "--whole-hetjob",
      arity = "0..1",
      paramLabel = "yes|no",
      description = "Changes nothing: a job pack is shown with all its components.")
  private @Nullable String whole;

  /** Those of the jobs that are meant. */
  List<HistoryEntry> of(List<HistoryEntry> jobs) {
    Set<NodeName> some = nodes == null ? null : PlaceFilter.hosts(nodes);
    int[] nodesOf = range("--nnodes", nodeCount);
    int[] cpusOf = range("--ncpus", cpuCount);
    long[] limits = limits();
    return jobs.stream()
        .filter(job -> some == null || PlaceFilter.meets(job.nodeList(), some))
        .filter(job -> named(qos, job, Bookkeeping::qos))
        .filter(job -> named(wckeys, job, Bookkeeping::wckey))
        .filter(job -> groups == null || ofGroup(job, groups))
        .filter(job -> limits == null || within(job, limits))
        .filter(job -> nodesOf[0] <= job.nodes() && job.nodes() <= nodesOf[1])
        .filter(job -> cpusOf[0] <= job.cpus() && job.cpus() <= cpusOf[1])
        .toList();
  }

  private static boolean named(
      @Nullable String list, HistoryEntry job, Function<Bookkeeping, @Nullable String> which) {
    AskedEntry asked = job.asked();
    Bookkeeping names = asked == null ? null : asked.names();
    String name = names == null ? null : which.apply(names);
    return list == null
        || name != null && Stream.of(list.split(",", -1)).map(String::strip).anyMatch(name::equals);
  }

  private static boolean ofGroup(HistoryEntry job, String groups) {
    AskedEntry asked = job.asked();
    return asked != null
        && Stream.of(groups.split(",", -1))
            .map(String::strip)
            .anyMatch(group ->
                group.equals(Integer.toString(asked.gid()))
                    || group.equals(GroupNames.of(asked.gid())));
  }

  private static boolean within(HistoryEntry job, long[] limits) {
    AskedEntry asked = job.asked();
    Long limit = asked == null ? null : asked.timeLimitSeconds();
    return limit != null && limits[0] <= limit && limit <= limits[1];
  }

  /** Seconds from and to; null for any. */
  private long @Nullable [] limits() {
    if (shortest == null) {
      return null;
    }
    long least = seconds("--timelimit-min", shortest);
    return new long[] {least, longest == null ? least : seconds("--timelimit-max", longest)};
  }

  private static long seconds(String option, String text) {
    try {
      Duration limit = TimeLimit.parse(text);
      return limit == null ? Long.MAX_VALUE : limit.toSeconds();
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(option + ": " + e.getMessage());
    }
  }

  private static int[] range(String option, @Nullable String text) {
    if (text == null) {
      return new int[] {0, Integer.MAX_VALUE};
    }
    Matcher range = RANGE.matcher(text.strip());
    if (!range.matches()) {
      throw CommandFailure.usage(
          "%s: expected a number or a range such as 2-4, but got '%s'.".formatted(option, text));
    }
    int least = Integer.parseInt(range.group(1));
    return new int[] {least, range.group(2) == null ? least : Integer.parseInt(range.group(2))};
  }
}
