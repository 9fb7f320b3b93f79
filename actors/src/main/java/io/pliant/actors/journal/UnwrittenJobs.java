package io.pliant.actors.journal;

import io.pliant.actors.protocol.EntityKeys;
import io.pliant.core.id.JobId;
import io.pliant.journal.pekko.RaftGroups;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Extension;
import org.apache.pekko.actor.typed.ExtensionId;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of which the journal has nothing yet. Before an entity begins it asks the journal what is
 * written of it, and all members of the group are asked for that. A job whose number has just been
 * given out need not. Should somebody have written of it all the same, its own first write is
 * refused, as that of any second writer. A database is always asked.
 */
public final class UnwrittenJobs implements Extension {
  private static final ExtensionId<UnwrittenJobs> ID =
      new ExtensionId<>() {
        @Override
        public UnwrittenJobs createExtension(ActorSystem<?> system) {
          return new UnwrittenJobs(JobsInLedgerWrites.raft(system));
        }
      };

  private final RaftGroups.@Nullable Open journal;

  private UnwrittenJobs(RaftGroups.@Nullable Open journal) {
    this.journal = journal;
  }

  /** Those of an actor system. */
  public static UnwrittenJobs of(ActorSystem<?> system) {
    return ID.apply(system);
  }

  /**
   * To be said before each incarnation of a job recovers; it counts for this one alone.
   *
   * @param unwritten nothing is written of it
   */
  public void begins(JobId job, boolean unwritten) {
    if (journal != null) {
      journal.begins(PersistenceId.of(EntityKeys.JOB.name(), job.toString()).id(), unwritten);
    }
  }
}
