package io.pliant.actors.journal;

import io.pliant.core.id.JobId;
import io.pliant.core.job.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.BackoffSupervisorStrategy;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;

/** A small persistent actor that counts; its events are real job events. */
final class Ledger extends EventSourcedBehavior<Ledger.Command, JobEvent, Long> {
  sealed interface Command {}

  /**
   * Persists {@code count} events at once; the answer, the number of all events, comes when they
   * are durable.
   */
  record Append(int count, ActorRef<Long> replyTo) implements Command {}

  /** Asks for the number of events. */
  record Count(ActorRef<Long> replyTo) implements Command {}

  private final JobId job;
  private RetentionCriteria snapshots = RetentionCriteria.disabled();

  private Ledger(JobId job) {
    super(PersistenceId.of("ledger", job.toString()));
    this.job = job;
  }

  private Ledger(JobId job, BackoffSupervisorStrategy onFailure) {
    super(PersistenceId.of("ledger", job.toString()), onFailure);
    this.job = job;
  }

  /** One that starts anew when the journal fails, as real entities do. */
  static Behavior<Command> persistent(long job) {
    return new Ledger(
        new JobId(job),
        SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(4), 0.2));
  }

  static Behavior<Command> create(long job) {
    return new Ledger(new JobId(job));
  }

  /** One with a snapshot after every fifth event, and no events before it. */
  static Behavior<Command> snapshotting(long job) {
    Ledger ledger = new Ledger(new JobId(job));
    ledger.snapshots = RetentionCriteria.snapshotEvery(5, 1).withDeleteEventsOnSnapshot();
    return ledger;
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return snapshots;
  }

  @Override
  public Long emptyState() {
    return 0L;
  }

  @Override
  public CommandHandler<Command, JobEvent, Long> commandHandler() {
    return (state, command) ->
        switch (command) {
          case Append append -> {
            List<JobEvent> events =
                LongStream.range(state, state + append.count())
                    .<JobEvent>mapToObj(
                        n -> new JobEvent.GrantRenewed(job, 1, n, Instant.ofEpochMilli(n)))
                    .toList();
            yield Effect().persist(events).thenReply(append.replyTo(), count -> count);
          }
          case Count count -> Effect().reply(count.replyTo(), state);
        };
  }

  @Override
  public EventHandler<Long, JobEvent> eventHandler() {
    return (state, _) -> state + 1;
  }

  @Override
  public Set<String> tagsFor(JobEvent event) {
    return Set.of(JournalTags.JOB);
  }
}
