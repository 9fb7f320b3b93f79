package io.pliant.actors.job;

import io.pliant.actors.protocol.JobIdCommand;
import io.pliant.core.id.JobId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;
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

  private final BiConsumer<Integer, ActorRef<JobIdCommand.Block>> askForBlock;
  private final TimerScheduler<Command> timers;
  private final ActorRef<JobIdCommand.Block> blocks;
  private final Deque<ActorRef<JobId>> waiting = new ArrayDeque<>();
  private long next = 1;
  private long last = 0;
  private int blockSize = SMALLEST_BLOCK;
  private boolean asked;
  private long lastGrantNanos = System.nanoTime();

  /** What this actor accepts. */
  public sealed interface Command {}

  /** Give me a new id. */
  public record NextId(ActorRef<JobId> replyTo) implements Command {}

  private record BlockCame(JobIdCommand.Block block) implements Command {}

  private enum BlockFailed implements Command {
    INSTANCE
  }

  private JobIdSource(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      BiConsumer<Integer, ActorRef<JobIdCommand.Block>> askForBlock) {
    super(context);
    this.timers = timers;
    this.askForBlock = askForBlock;
    this.blocks = context.messageAdapter(JobIdCommand.Block.class, BlockCame::new);
  }

  /**
   * @param askForBlock sends GrantBlock of that size, to be answered to that actor
   */
  public static Behavior<Command> create(
      BiConsumer<Integer, ActorRef<JobIdCommand.Block>> askForBlock) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new JobIdSource(context, timers, askForBlock)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder().onAnyMessage(this::onCommand).build();
  }

  private Behavior<Command> onCommand(Command command) {
    switch (command) {
      case NextId ask -> waiting.add(ask.replyTo());
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
    while (!waiting.isEmpty() && next <= last) {
      waiting.remove().tell(new JobId(next++));
    }
    if (!waiting.isEmpty() && !asked) {
      asked = true;
      askForBlock.accept(blockSize, blocks);
      timers.startSingleTimer(BlockFailed.INSTANCE, ANSWER_WITHIN);
    }
  }
}
