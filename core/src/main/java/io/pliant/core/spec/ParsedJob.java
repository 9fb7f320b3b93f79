package io.pliant.core.spec;

import java.util.List;

/** What a submission turned out to be. */
public sealed interface ParsedJob {

  /**
   * A job that can be submitted.
   *
   * @param warnings sentences for the user: what was understood otherwise than written
   */
  record Parsed(JobSpec spec, List<String> warnings) implements ParsedJob {
    public Parsed {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Something that is no job.
   *
   * @param message what is wrong, where, and what is expected
   */
  record Refused(String message) implements ParsedJob {}
}
