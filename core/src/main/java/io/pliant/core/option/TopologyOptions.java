package io.pliant.core.option;

import io.pliant.core.resource.Topology;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Options on sockets, cores and threads that each node has at least: {@code -B} and one for each of
 * the three, which wins. Where nothing else says how many tasks there are, there is one for each
 * thread asked for, as Slurm has it.
 */
final class TopologyOptions {
  private static final String FORMS =
      "SOCKETS[:CORES[:THREADS]], each a number from 1 to %d, a range such as 1-2, or *"
          .formatted(Topology.MOST);
  private static final List<SubmitOption> ALL =
      List.of(
          SubmitOption.SOCKETS_PER_NODE,
          SubmitOption.CORES_PER_SOCKET,
          SubmitOption.THREADS_PER_CORE,
          SubmitOption.EXTRA_NODE_INFO);

  private TopologyOptions() {}

  /** What each node has at least, or null for anything. */
  static @Nullable Topology least(GivenOptions options) {
    int[] both = both(options);
    return Topology.orNull(
        new Topology(
            part(options, SubmitOption.SOCKETS_PER_NODE, both[0]),
            part(options, SubmitOption.CORES_PER_SOCKET, both[1]),
            part(options, SubmitOption.THREADS_PER_CORE, both[2])));
  }

  /** What it is read from, each part by itself. */
  static List<Runnable> parts(GivenOptions options) {
    return List.of(
        () -> both(options),
        () -> part(options, SubmitOption.SOCKETS_PER_NODE, 1),
        () -> part(options, SubmitOption.CORES_PER_SOCKET, 1),
        () -> part(options, SubmitOption.THREADS_PER_CORE, 1));
  }

  /**
   * The number of tasks that follows, or 0 where none does: with {@code -B}, or with one number of
   * nodes.
   */
  static int tasks(GivenOptions options, NodeCount nodes) {
    Topology least = least(options);
    boolean says =
        options.has(SubmitOption.EXTRA_NODE_INFO) || nodes.given() && nodes.min() == nodes.max();
    if (least == null || !says || options.has(SubmitOption.NTASKS_PER_NODE)) {
      return 0;
    }
    GivenOption given =
        ALL.stream().map(options::get).filter(each -> each != null).findFirst().orElse(null);
    long tasks =
        least.cpus() > GivenOptions.MAX_COUNT ? Long.MAX_VALUE : least.cpus() * nodes.orOne();
    if (given != null && tasks > GivenOptions.MAX_COUNT) {
      throw OptionException.badValue(
          given,
          "at most %d tasks in all, one for each thread; or give --ntasks"
              .formatted(GivenOptions.MAX_COUNT));
    }
    return (int) tasks;
  }

  /** The same of a step, whose nodes are those of its job. */
  static @Nullable String ofStep(GivenOptions options) {
    List<String> names =
        ALL.stream()
            .filter(each -> each != SubmitOption.THREADS_PER_CORE && options.has(each))
            .map(SubmitOption::typed)
            .toList();
    return names.isEmpty()
        ? null
        : String.join(", ", names)
            + ": a step runs on nodes of its job, whichever sockets and cores they have.";
  }

  /** Threads of a core as asked for, or 0. */
  static int threads(GivenOptions options) {
    GivenOption given = options.get(SubmitOption.EXTRA_NODE_INFO);
    int asked = options.count(SubmitOption.THREADS_PER_CORE);
    boolean third = given != null && given.valueOrEmpty().matches("[^:]*:[^:]*:[^*]*");
    return asked > 0 ? asked : third ? both(options)[2] : 0;
  }

  private static int part(GivenOptions options, SubmitOption option, int otherwise) {
    int asked = options.count(option);
    GivenOption given = options.get(option);
    if (given != null && asked > Topology.MOST) {
      throw OptionException.badValue(given, "a whole number from 1 to " + Topology.MOST);
    }
    return asked == 0 ? otherwise : asked;
  }

  /** The three numbers of {@code -B}, 1 where it says nothing. */
  private static int[] both(GivenOptions options) {
    int[] read = options.read(SubmitOption.EXTRA_NODE_INFO, FORMS, TopologyOptions::parsed);
    return read == null ? new int[] {1, 1, 1} : read;
  }

  private static int[] parsed(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length > 3) {
      throw new IllegalArgumentException(text);
    }
    int[] counts = {1, 1, 1};
    for (int i = 0; i < parts.length; i++) {
      counts[i] = number(parts[i]);
    }
    return counts;
  }

  /** The least of a range; 1 for any. */
  private static int number(String part) {
    if (part.equals("*")) {
      return 1;
    }
    int[] ends = Stream.of(part.split("-", 2)).mapToInt(TopologyOptions::digits).toArray();
    if (ends[ends.length - 1] < ends[0]) {
      throw new IllegalArgumentException(part);
    }
    return ends[0];
  }

  private static int digits(String text) {
    if (!text.matches("[0-9]{1,5}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > Topology.MOST) {
      throw new IllegalArgumentException(text);
    }
    return Integer.parseInt(text);
  }
}
