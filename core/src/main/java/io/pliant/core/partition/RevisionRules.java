package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a ledger takes in that a job was changed after its submission: in the queue, where it holds
 * nodes, and in an array of which elements wait.
 */
final class RevisionRules {
  private RevisionRules() {}

  /** A job that is known tells again how it stands: what it waits for, and how it was changed. */
  static PartitionOutcome told(PartitionState state, QueuedJob job, Instant now) {
    PartitionOutcome waits = DependencyRules.told(state, job, now);
    Revision revision = job.revision();
    if (revision == null || !isNew(state, job.job(), job.attempt(), revision)) {
      return waits;
    }
    List<PartitionEvent> events = new ArrayList<>(waits.events());
    events.add(new PartitionEvent.JobRevised(job.job(), revision, now));
    return new PartitionOutcome(events, waits.reply());
  }

  /** A job that holds nodes was changed; one that is unknown has let go of them. */
  static PartitionOutcome revise(PartitionState state, PartitionIntent.Revise intent, Instant now) {
    JobId job = intent.attempt().job();
    return isNew(state, job, intent.attempt().attempt(), intent.revision())
        ? PartitionOutcome.of(
            new PartitionReply.Done(), new PartitionEvent.JobRevised(job, intent.revision(), now))
        : PartitionOutcome.of(new PartitionReply.Done());
  }

  private static boolean isNew(PartitionState state, JobId job, int attempt, Revision revision) {
    QueuedJob known = known(state, job);
    return known != null
        && known.attempt() == attempt
        && Revision.number(known.revision()) < revision.number();
  }

  private static @Nullable QueuedJob known(PartitionState state, JobId job) {
    Grant grant = state.grants().get(job);
    if (grant != null) {
      return grant.job();
    }
    ArrayBook book = state.arrays().get(job);
    return book != null ? book.whole() : state.queued(job);
  }

  /** The ledger with the job as it stands now; what was promised to it was promised to another. */
  static PartitionState revised(PartitionState state, PartitionEvent.JobRevised event) {
    JobId job = event.job();
    Grant grant = state.grants().get(job);
    if (grant != null) {
      QueuedJob now = grant.job().after(event.revision());
      return state
          .withGrants(state.grants().plus(job, grant.with(now)))
          .withLoads(state.loads().noting(now));
    }
    ArrayBook book = state.arrays().get(job);
    if (book != null && state.queued(job) == null) {
      ArrayBook now = book.with(book.whole().after(event.revision()));
      return state.with(state.arrays().plus(job, now)).withLoads(state.loads().noting(now.whole()));
    }
    return state.revised(job, event.revision());
  }
}
