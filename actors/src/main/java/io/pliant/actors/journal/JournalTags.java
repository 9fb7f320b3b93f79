package io.pliant.actors.journal;

/** Words by which events of one kind are found again, over all entities. */
public final class JournalTags {
  /** On every event of a job. */
  public static final String JOB = "job";

  private JournalTags() {}
}
