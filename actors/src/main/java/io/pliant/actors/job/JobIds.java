package io.pliant.actors.job;

import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobIdCommand;
import io.pliant.core.job.JobIdBlockGranted;
import java.time.Clock;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;

/** Hands out blocks of job ids; its state is the highest id given out. */
public final class JobIds extends EventSourcedBehavior<JobIdCommand, JobIdBlockGranted, Long> {
  /** Entity id of the only instance. */
  public static final String ENTITY_ID = "all";

  private final Clock clock;

  public JobIds(Clock clock) {
    super(PersistenceId.of(EntityKeys.JOB_IDS.name(), ENTITY_ID));
    this.clock = clock;
  }

  @Override
  public Long emptyState() {
    return 0L;
  }

  @Override
  public CommandHandler<JobIdCommand, JobIdBlockGranted, Long> commandHandler() {
    return this::onCommand;
  }

  private Effect<JobIdBlockGranted, Long> onCommand(Long highest, JobIdCommand command) {
    return switch (command) {
      case JobIdCommand.GrantBlock grant -> {
        long first = highest + 1;
        long last = highest + Math.max(1, grant.size());
        yield Effect()
            .persist(new JobIdBlockGranted(first, last, clock.instant()))
            .thenRun(_ -> grant.replyTo().tell(new JobIdCommand.Block(first, last)));
      }
    };
  }

  @Override
  public EventHandler<Long, JobIdBlockGranted> eventHandler() {
    return (_, event) -> event.last();
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(100, 2);
  }
}
