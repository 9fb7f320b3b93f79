package io.pliant.core.lease;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

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

  /** By lender. */
  public SortedMap<PartitionName, SortedSet<NodeName>> byLender() {
    TreeMap<PartitionName, SortedSet<NodeName>> all = new TreeMap<>();
    parts.forEach(part -> all.put(part.lender(), new TreeSet<>(part.nodes())));
    return all;
  }
}
