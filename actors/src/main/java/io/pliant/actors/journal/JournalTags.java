package io.pliant.actors.journal;

import io.pliant.core.partition.PartitionEvent;
import java.util.Set;

/** Words by which events of one kind are found again, over all entities. */
public final class JournalTags {
  /** On every event of a job, and on those of a partition that accounts of jobs are made of. */
  public static final String JOB = "job";

  private JournalTags() {}

  /** The words on an event of a partition. */
  public static Set<String> of(PartitionEvent event) {
    return event instanceof PartitionEvent.EnergyCounted
            || event instanceof PartitionEvent.JobEnergyCounted
        ? Set.of(JOB)
        : Set.of();
  }
}
