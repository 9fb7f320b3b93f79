package io.pliant.core.spec;

import io.pliant.core.id.PartitionName;
import java.util.List;

/** What a submission turned out to be. */
public sealed interface ParsedJob {

  /**
   * A job that can be submitted.
   *
   * @param warnings sentences for the user: what was understood otherwise than written
   * @param partitions those that it may wait in, in the order of its list; empty when it names one
   */
  record Parsed(JobSpec spec, List<String> warnings, List<PartitionName> partitions)
      implements ParsedJob {
    public Parsed {
      warnings = List.copyOf(warnings);
      partitions = List.copyOf(partitions);
    }
  }

  /**
   * Something that is no job.
   *
   * @param message what is wrong, where, and what is expected
   */
  record Refused(String message) implements ParsedJob {}
}
