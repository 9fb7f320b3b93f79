package io.pliant.cli.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The gathers of a step (docs/mpi.md): takes what its nodes contribute, and gives each what all
 * contributed once all have. Thread-safe.
 */
final class StepExchange {
  /** Bytes that one node may contribute to one gather. */
  static final int MOST_CONTRIBUTED = 16 << 20;

  /** Bytes that all contributions to one gather may have. */
  static final int MOST_IN_ALL = 64 << 20;

  /** Gathers of one node that are not complete. */
  static final int MOST_OPEN = 64;

  private static final Pattern CHANNEL = Pattern.compile("[a-z0-9.-]{1,64}");
  private static final Pattern NODES = Pattern.compile("[0-9]{1,5}(?:[,-][0-9]{1,5}){0,99}");
  private static final String ALL = "*";

  /** The gather by which nodes learn where ranks are; it is no sign of an MPI program. */
  private static final String LAYOUT = "layout";

  /**
   * A gather: those of the same channel and nodes follow each other.
   *
   * @param nodes indexes as the nodes wrote them, or a star
   */
  record Gather(String channel, String nodes) {}

  /**
   * What all nodes of a gather contributed.
   *
   * @param nodes indexes of the nodes that are to hear it
   * @param bytes for each node {@code index length\n} and its bytes
   */
  record Result(Gather gather, SortedSet<Integer> nodes, byte[] bytes) {}

  private final Map<Gather, Map<Integer, Contributions>> open = new HashMap<>();
  private int nodes;
  private boolean used;

  /** What one node has contributed to one gather and the next ones of that name. */
  private static final class Contributions {
    final Queue<byte[]> whole = new ArrayDeque<>();
    final ByteArrayOutputStream part = new ByteArrayOutputStream();
  }

  /** The step is known to have so many nodes; results that waited for it are returned. */
  synchronized List<Result> expect(int count) throws IOException {
    nodes = count;
    List<Result> results = new ArrayList<>();
    for (Gather gather : List.copyOf(open.keySet())) {
      Result result = complete(gather);
      if (result != null) {
        results.add(result);
      }
    }
    return results;
  }

  /**
   * A piece of a node's contribution; the result when it was the last one that was waited for.
   *
   * @param more true when further pieces follow
   * @throws IOException with a message for the user, when it is beyond a bound
   */
  synchronized @Nullable Result contribute(int node, Gather gather, boolean more, byte[] piece)
      throws IOException {
    if (!CHANNEL.matcher(gather.channel()).matches()
        || !gather.nodes().equals(ALL) && !members(gather).contains(node)) {
      throw new IOException(
          "Expected a gather of nodes with node %d among them, but got %s."
              .formatted(node, gather));
    }
    Contributions contributions =
        open.computeIfAbsent(gather, _ -> new TreeMap<>())
            .computeIfAbsent(node, _ -> new Contributions());
    if (contributions.part.size() + piece.length > MOST_CONTRIBUTED) {
      throw new IOException(
          "Expected at most %d bytes from node %d at a time, but got more."
              .formatted(MOST_CONTRIBUTED, node));
    }
    if (more && piece.length == 0) {
      throw new IOException("Expected bytes in each piece but the last, but got none.");
    }
    contributions.part.writeBytes(piece);
    used |= !gather.channel().equals(LAYOUT);
    if (!more) {
      contributions.whole.add(contributions.part.toByteArray());
      contributions.part.reset();
    }
    if (openOf(node) > MOST_OPEN) {
      throw new IOException(
          "Expected at most %d open gathers of node %d, but got more.".formatted(MOST_OPEN, node));
    }
    return more ? null : complete(gather);
  }

  private int openOf(int node) {
    int count = 0;
    for (Map<Integer, Contributions> gather : open.values()) {
      Contributions contributions = gather.get(node);
      if (contributions != null) {
        count += contributions.whole.size() + (contributions.part.size() > 0 ? 1 : 0);
      }
    }
    return count;
  }

  /** Nodes of a gather; throws when their list is none. */
  private SortedSet<Integer> members(Gather gather) throws IOException {
    SortedSet<Integer> members = new TreeSet<>();
    if (gather.nodes().equals(ALL)) {
      IntStream.range(0, nodes).forEach(members::add);
      return members;
    }
    if (!NODES.matcher(gather.nodes()).matches()) {
      throw new IOException("Expected a list of nodes, but got '" + gather.nodes() + "'.");
    }
    for (String run : gather.nodes().split(",", -1)) {
      String[] ends = run.split("-", -1);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      IntStream.rangeClosed(first, last).forEach(members::add);
    }
    return members;
  }

  private @Nullable Result complete(Gather gather) throws IOException {
    Map<Integer, Contributions> contributed = open.get(gather);
    SortedSet<Integer> members = members(gather);
    if (contributed == null || members.isEmpty()) {
      return null;
    }
    long bytes = 0;
    SortedMap<Integer, Contributions> all = new TreeMap<>();
    for (int member : members) {
      Contributions contributions = contributed.get(member);
      if (contributions == null || contributions.whole.isEmpty()) {
        return null;
      }
      bytes += contributions.whole.element().length;
      all.put(member, contributions);
    }
    if (bytes > MOST_IN_ALL) {
      throw new IOException(
          "Expected at most %d bytes from all nodes at a time, but got %d."
              .formatted(MOST_IN_ALL, bytes));
    }
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    all.forEach((member, contributions) -> {
      byte[] contribution = contributions.whole.remove();
      result.writeBytes(
          "%d %d\n".formatted(member, contribution.length).getBytes(StandardCharsets.US_ASCII));
      result.writeBytes(contribution);
    });
    if (contributed.values().stream().allMatch(c -> c.whole.isEmpty() && c.part.size() == 0)) {
      open.remove(gather);
    }
    return new Result(gather, members, result.toByteArray());
  }

  /** True once a program has told other nodes something: its tasks need each other. */
  synchronized boolean used() {
    return used;
  }

  /** True when others wait for that node, which has gone. */
  synchronized boolean missed(int node) throws IOException {
    for (Map.Entry<Gather, Map<Integer, Contributions>> gather : open.entrySet()) {
      boolean begun = gather.getValue().values().stream().anyMatch(c -> !c.whole.isEmpty());
      Contributions own = gather.getValue().get(node);
      boolean contributed = own != null && !own.whole.isEmpty();
      if (begun && !contributed && members(gather.getKey()).contains(node)) {
        return true;
      }
    }
    return false;
  }
}
