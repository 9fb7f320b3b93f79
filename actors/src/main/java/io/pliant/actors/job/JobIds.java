package io.pliant.actors.job;

import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobIdCommand;
import io.pliant.core.id.JobStripes;
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

/**
 * Hands out blocks of job ids of one group of the journal; the one of the first group keeps the
 * epoch of the cluster. The others know of a restore, too, so that each passes over what it may
 * have forgotten.
 */
public final class JobIds
    extends EventSourcedBehavior<JobIdCommand, JobIdBlockGranted, JobNumbers> {
  private static final String FIRST = "all";
  private static final String OTHERS = "group-";

  private final JobStripes stripes;
  private final int group;
  private final Clock clock;

  /**
   * The ids of a group.
   *
   * @param entity its {@link #entityOf entity id}
   */
  public JobIds(String entity, JobStripes stripes, Clock clock) {
    super(PersistenceId.of(EntityKeys.JOB_IDS.name(), entity));
    this.stripes = stripes;
    this.group = groupOf(entity);
    this.clock = clock;
  }

  /** Entity id of the instance of a group. */
  public static String entityOf(int group) {
    return group == 0 ? FIRST : OTHERS + group;
  }

  /** The group of an entity id. */
  public static int groupOf(String entity) {
    return entity.equals(FIRST) ? 0 : Integer.parseInt(entity.substring(OTHERS.length()));
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
        JobIdBlockGranted block = numbers.next(grant.size(), stripes, group, clock.instant());
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
