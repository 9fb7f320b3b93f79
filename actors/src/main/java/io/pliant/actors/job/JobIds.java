package io.pliant.actors.job;

import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobIdCommand;
import io.pliant.core.job.JobIdBlockGranted;
import io.pliant.core.job.JobNumbers;
import java.time.Clock;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.SnapshotAdapter;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;

/** Hands out blocks of job ids, and keeps the epoch of the cluster. */
public final class JobIds
    extends EventSourcedBehavior<JobIdCommand, JobIdBlockGranted, JobNumbers> {
  /** Entity id of the only instance. */
  public static final String ENTITY_ID = "all";

  private final Clock clock;

  public JobIds(Clock clock) {
    super(PersistenceId.of(EntityKeys.JOB_IDS.name(), ENTITY_ID));
    this.clock = clock;
  }

  @Override
  public JobNumbers emptyState() {
    return JobNumbers.NONE;
  }

  @Override
  public CommandHandler<JobIdCommand, JobIdBlockGranted, JobNumbers> commandHandler() {
    return this::onCommand;
  }

  private Effect<JobIdBlockGranted, JobNumbers> onCommand(
      JobNumbers numbers, JobIdCommand command) {
    return switch (command) {
      case JobIdCommand.GrantBlock grant -> {
        JobIdBlockGranted block = numbers.next(grant.size(), clock.instant());
        yield Effect()
            .persist(block)
            .thenRun(
                _ -> grant.replyTo().tell(new JobIdCommand.Block(block.first(), block.last())));
      }
      case JobIdCommand.GetEpoch ask -> {
        JobIdBlockGranted begun = numbers.begin(ask.restored(), clock.instant());
        yield begun == null
            ? Effect()
                .none()
                .thenRun(_ -> ask.replyTo().tell(new JobIdCommand.Epoch(numbers.epoch())))
            : Effect()
                .persist(begun)
                .thenRun(after -> ask.replyTo().tell(new JobIdCommand.Epoch(after.epoch())));
      }
    };
  }

  @Override
  public EventHandler<JobNumbers, JobIdBlockGranted> eventHandler() {
    return JobNumbers::evolve;
  }

  /** Snapshots were the highest number alone before there were epochs. */
  @Override
  public SnapshotAdapter<JobNumbers> snapshotAdapter() {
    return new SnapshotAdapter<>() {
      @Override
      public Object toJournal(JobNumbers numbers) {
        return numbers;
      }

      @Override
      public JobNumbers fromJournal(Object stored) {
        return stored instanceof Long highest
            ? new JobNumbers(highest, 0, null, null)
            : (JobNumbers) stored;
      }
    };
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(100, 2);
  }
}
