package io.pliant.actors.job;

import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.protocol.JobIdCommand;
import io.pliant.core.id.JobId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * Gives job ids to this controller's submissions out of blocks granted by {@link JobIds}. Blocks
 * start small, so that few ids are skipped at a restart, and double while submissions come fast.
 */
public final class JobIdSource extends AbstractBehavior<JobIdSource.Command> {
  private static final int SMALLEST_BLOCK = 8;
  private static final int LARGEST_BLOCK = 1_024;
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);
  private static final Duration EPOCH_SOON = Duration.ofMillis(20);

  private final KnownEpoch epoch;
  private final Consumer<JobIdCommand> jobIds;
  private final TimerScheduler<Command> timers;
  private final ActorRef<JobIdCommand.Block> blocks;
  private final Deque<NextId> waiting = new ArrayDeque<>();
  private long next = 1;
  private long last = 0;
  private int blockSize = SMALLEST_BLOCK;
  private boolean asked;
  private long lastGrantNanos = System.nanoTime();

  /** What this actor accepts. */
  public sealed interface Command {}

  /** Give me new ids that follow each other; answered by the first. */
  public record NextId(int count, ActorRef<JobId> replyTo) implements Command {}

  private record BlockCame(JobIdCommand.Block block) implements Command {}

  private enum BlockFailed implements Command {
    INSTANCE
  }

  private JobIdSource(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      KnownEpoch epoch,
      Consumer<JobIdCommand> jobIds) {
    super(context);
    this.timers = timers;
    this.epoch = epoch;
    this.jobIds = jobIds;
    this.blocks = context.messageAdapter(JobIdCommand.Block.class, BlockCame::new);
  }

  /**
   * @param epoch no number is given out before it is known: a restore may have to pass some over
   * @param jobIds sends to {@link JobIds}
   */
  public static Behavior<Command> create(KnownEpoch epoch, Consumer<JobIdCommand> jobIds) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new JobIdSource(context, timers, epoch, jobIds)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder().onAnyMessage(this::onCommand).build();
  }

  private Behavior<Command> onCommand(Command command) {
    switch (command) {
      case NextId ask -> waiting.add(ask);
      case BlockCame came -> accept(came.block());
      case BlockFailed _ -> asked = false;
    }
    serve();
    return this;
  }

  private void accept(JobIdCommand.Block block) {
    timers.cancel(BlockFailed.INSTANCE);
    asked = false;
    next = block.first();
    last = block.last();
    long now = System.nanoTime();
    boolean fast = now - lastGrantNanos < Duration.ofSeconds(1).toNanos();
    blockSize = fast ? Math.min(LARGEST_BLOCK, blockSize * 2) : SMALLEST_BLOCK;
    lastGrantNanos = now;
  }

  private void serve() {
    while (!waiting.isEmpty() && next + waiting.element().count() - 1 <= last) {
      NextId served = waiting.remove();
      served.replyTo().tell(new JobId(next));
      next += served.count();
    }
    if (!waiting.isEmpty() && !asked) {
      asked = true;
      boolean known = epoch.newest() > 0;
      if (known) {
        jobIds.accept(
            new JobIdCommand.GrantBlock(Math.max(blockSize, waiting.element().count()), blocks));
      }
      timers.startSingleTimer(BlockFailed.INSTANCE, known ? ANSWER_WITHIN : EPOCH_SOON);
    }
  }
}
