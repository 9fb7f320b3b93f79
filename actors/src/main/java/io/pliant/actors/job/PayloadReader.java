package io.pliant.actors.job;

import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobPayload;
import io.pliant.core.id.JobId;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.step.StepPlan;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.Props;
import org.apache.pekko.persistence.AbstractPersistentActor;
import org.apache.pekko.persistence.Recovery;
import org.apache.pekko.persistence.RecoveryCompleted;
import org.apache.pekko.persistence.SnapshotSelectionCriteria;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.jspecify.annotations.Nullable;

/**
 * Reads a job's payload from its first events, whatever the journal is, and is gone. It writes
 * nothing, so it may do so beside the job's entity.
 */
final class PayloadReader extends AbstractPersistentActor {
  private final JobPayloads.Read read;
  private @Nullable JobSpec spec;
  private @Nullable StepPlan program;

  private PayloadReader(JobPayloads.Read read) {
    this.read = read;
  }

  static Props props(JobPayloads.Read read) {
    return Props.create(PayloadReader.class, () -> new PayloadReader(read));
  }

  @Override
  public String persistenceId() {
    return idOf(read.job());
  }

  private static String idOf(JobId job) {
    return PersistenceId.of(EntityKeys.JOB.name(), job.toString()).id();
  }

  @Override
  public String snapshotPluginId() {
    return "pekko.persistence.no-snapshot-store";
  }

  @Override
  public Recovery recovery() {
    long last = read.attempt() > 0 ? Long.MAX_VALUE : 1;
    return Recovery.create(SnapshotSelectionCriteria.none(), last, Long.MAX_VALUE);
  }

  @Override
  public Receive createReceiveRecover() {
    return receiveBuilder()
        .match(JobEvent.JobSubmitted.class, event -> spec = event.spec())
        .match(JobEvent.StepCreated.class, this::created)
        .match(JobEvent.class, _ -> {})
        .match(RecoveryCompleted.class, _ -> done())
        .build();
  }

  private void created(JobEvent.StepCreated event) {
    if (event.attempt() == read.attempt() && event.step() == StepId.PROGRAM) {
      program = event.plan();
    }
  }

  private void done() {
    CompletableFuture<JobPayload> answer = read.answer();
    JobSpec found = spec;
    if (found == null) {
      answer.completeExceptionally(
          new IllegalStateException(
              "Expected the journal to begin with the submission of job %s, but it does not."
                  .formatted(read.job())));
    } else {
      answer.complete(new JobPayload(found, program));
    }
    getContext().stop(getSelf());
  }

  @Override
  public void onRecoveryFailure(Throwable cause, scala.Option<Object> event) {
    read.answer().completeExceptionally(cause);
  }

  @Override
  public Receive createReceive() {
    return emptyBehavior();
  }
}
