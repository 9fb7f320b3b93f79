package io.pliant.runtime.controller.metrics;

import io.pliant.api.ControllerStatus;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PowerStatus;
import io.pliant.journal.raft.GroupStatus;
import io.pliant.journal.raft.JournalGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is read for one page.
 *
 * @param controller name of this controller
 * @param status null when it did not answer in time
 * @param partitions of the whole cluster, those that answered in time
 * @param power null when the corridor did not answer in time
 * @param journal its groups; none when the journal is a database
 * @param agents nodes whose agents are connected here
 * @param silent questions that nobody answered in time
 */
public record Readings(
    String controller,
    @Nullable ControllerStatus status,
    List<PartitionEntry> partitions,
    @Nullable PowerStatus power,
    List<Journal> journal,
    int agents,
    int silent) {
  public Readings {
    partitions = List.copyOf(partitions);
    journal = List.copyOf(journal);
  }

  /** A group of the journal as this member sees it. */
  public record Journal(GroupStatus status, JournalGroup.Appends appends) {}
}
