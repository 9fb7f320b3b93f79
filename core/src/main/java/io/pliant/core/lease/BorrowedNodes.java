package io.pliant.core.lease;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whose the nodes are on which an attempt runs, where they are lent.
 *
 * @param lease under which they are lent
 * @param parts each lender once, the job's own partition among them when it gives nodes
 */
public record BorrowedNodes(LeaseId lease, List<Part> parts) {
  /**
   * Nodes of one lender.
   *
   * @param term fencing number of the lender, as the borrower heard it last; its nodes take orders
   *     under it
   */
  public record Part(PartitionName lender, long term, List<NodeName> nodes) {
    public Part {
      nodes = List.copyOf(nodes);
    }
  }

  public BorrowedNodes {
    parts = List.copyOf(parts);
  }

  /** Those of partitions other than the borrower. */
  public List<Part> ofOthers() {
    return parts.stream().filter(part -> !part.lender().equals(lease.borrower())).toList();
  }

  /**
   * All leases under which an attempt has nodes.
   *
   * @param started that of its start, or null
   * @param grown those with which it has grown, or null
   */
  public static List<BorrowedNodes> all(
      @Nullable BorrowedNodes started, @Nullable List<BorrowedNodes> grown) {
    List<BorrowedNodes> all = new ArrayList<>();
    if (started != null) {
      all.add(started);
    }
    if (grown != null) {
      all.addAll(grown);
    }
    return all;
  }

  /** Those of one lender. */
  public BorrowedNodes of(PartitionName lender) {
    return new BorrowedNodes(
        lease, parts.stream().filter(part -> part.lender().equals(lender)).toList());
  }

  /** True of one of them. */
  public boolean has(NodeName node) {
    return parts.stream().anyMatch(part -> part.nodes().contains(node));
  }

  /** The others, when one was given back. */
  public BorrowedNodes without(NodeName node) {
    return those(each -> !each.equals(node));
  }

  /** That one alone; of no lender when it is none of them. */
  public BorrowedNodes only(NodeName node) {
    return those(node::equals);
  }

  private BorrowedNodes those(Predicate<NodeName> which) {
    List<Part> left =
        parts.stream()
            .map(part ->
                new Part(part.lender(), part.term(), part.nodes().stream().filter(which).toList()))
            .filter(part -> !part.nodes().isEmpty())
            .toList();
    return new BorrowedNodes(lease, left);
  }

  /** By lender. */
  public SortedMap<PartitionName, SortedSet<NodeName>> byLender() {
    TreeMap<PartitionName, SortedSet<NodeName>> all = new TreeMap<>();
    parts.forEach(part -> all.put(part.lender(), new TreeSet<>(part.nodes())));
    return all;
  }
}
