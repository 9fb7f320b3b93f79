package io.pliant.actors.journal;

import io.pliant.actors.protocol.EntityKeys;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.journal.pekko.RaftGroups;
import java.util.Collection;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Extension;
import org.apache.pekko.actor.typed.ExtensionId;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.jspecify.annotations.Nullable;

/**
 * Makes a job's write and the one of its partition's ledger that follows from it one entry of the
 * journal: a submission and its place in the queue, an end and the nodes that come free. The
 * partition is asked while the job's write is on its way; the journal sees to it that the ledger's
 * is never made before. Where the journal is a database, or the two are written by different
 * processes, nothing is announced, and each is written by itself.
 */
public final class JobsInLedgerWrites implements Extension {
  private static final ExtensionId<JobsInLedgerWrites> ID =
      new ExtensionId<>() {
        @Override
        public JobsInLedgerWrites createExtension(ActorSystem<?> system) {
          return new JobsInLedgerWrites(raft(system));
        }
      };

  private static final String PLUGIN = "pekko.persistence.journal.plugin";
  private static final String RAFT = "pliant-raft-journal";
  private static final String LEDGERS = "pliant-raft-ledgers";

  private final RaftGroups.@Nullable Open journal;

  /** The Raft journal of an actor system; null when its journal is a database. */
  static RaftGroups.@Nullable Open raft(ActorSystem<?> system) {
    boolean raft = system.settings().config().getString(PLUGIN).equals(RAFT);
    return raft ? RaftGroups.ID.get(Adapter.toClassic(system)) : null;
  }

  private JobsInLedgerWrites(RaftGroups.@Nullable Open journal) {
    this.journal = journal;
  }

  /** Those of an actor system. */
  public static JobsInLedgerWrites of(ActorSystem<?> system) {
    return ID.apply(system);
  }

  /**
   * The job's next write is one that the ledger's follows from.
   *
   * @return the mark of this process, which the ledger's front must know; null when nothing was
   *     announced
   */
  public @Nullable String announce(JobId job, PartitionName partition) {
    return journal != null && journal.announce(name(job), name(partition))
        ? journal.process()
        : null;
  }

  /** The plugin of ledgers, which waits for no write of a job; nothing for the usual one. */
  public String ledgerPlugin() {
    return journal == null ? "" : LEDGERS;
  }

  /** True for the mark of this process. */
  public boolean knows(String mark) {
    return journal != null && journal.process().equals(mark);
  }

  /** The ledger's next write follows from what was announced of these jobs. */
  public void follow(PartitionName partition, Collection<JobId> jobs) {
    if (journal != null && !jobs.isEmpty()) {
      journal.follow(name(partition), jobs.stream().map(JobsInLedgerWrites::name).toList());
    }
  }

  /** Nothing is written by the ledger that follows from these jobs. */
  public void alone(Collection<JobId> jobs) {
    if (journal != null) {
      jobs.forEach(job -> journal.alone(name(job)));
    }
  }

  /** Says whether a partition's ledger is written by this process from now on. */
  public void writesHere(PartitionName partition, boolean here) {
    if (journal != null) {
      journal.writesHere(name(partition), here);
    }
  }

  private static String name(JobId job) {
    return PersistenceId.of(EntityKeys.JOB.name(), job.toString()).id();
  }

  private static String name(PartitionName partition) {
    return PersistenceId.of(EntityKeys.PARTITION.name(), partition.value()).id();
  }
}
