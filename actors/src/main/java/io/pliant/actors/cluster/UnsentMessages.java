package io.pliant.actors.cluster;

import io.pliant.actors.protocol.CorridorAnswer;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.Refusal;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.Dropped;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.eventstream.EventStream;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.ShardingEnvelope;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Hears of messages that remoting or a full buffer dropped: counts and logs them, and refuses the
 * request that was too large to be sent or answered, so that nobody waits for ever.
 */
final class UnsentMessages {
  private static final String OVERSIZED = "oversized";

  private final AtomicLong count = new AtomicLong();

  private UnsentMessages() {}

  /** Listens on a controller's system. */
  static UnsentMessages start(ActorSystem<?> system) {
    UnsentMessages unsent = new UnsentMessages();
    Behavior<Dropped> listener =
        Behaviors.setup(context ->
            Behaviors.receiveMessage(dropped -> {
              unsent.heard(dropped, context.getLog());
              return Behaviors.same();
            }));
    ActorRef<Dropped> ref = system.systemActorOf(listener, "unsent-messages", Props.empty());
    system.eventStream().tell(new EventStream.Subscribe<>(Dropped.class, ref));
    return unsent;
  }

  /** Messages that were dropped since the start. */
  long count() {
    return count.get();
  }

  private void heard(Dropped dropped, Logger log) {
    Object message =
        dropped.message() instanceof ShardingEnvelope<?> envelope
            ? envelope.message()
            : dropped.message();
    log.error(
        "A message was dropped, the {}th since the start: {} to {}: {}",
        count.incrementAndGet(),
        message.getClass().getName(),
        dropped.recipient(),
        dropped.reason());
    if (dropped.reason().contains(OVERSIZED)) {
      refuse(message, dropped.recipient());
    }
  }

  /** What is too large stays so however often it is sent; all others are sent again anyway. */
  private static void refuse(Object message, org.apache.pekko.actor.@Nullable ActorRef asker) {
    switch (message) {
      case JobCommand command -> refuse(command);
      case PartitionCommand command -> refuse(command);
      case CorridorCommand.SetBounds(_, _, _, var replyTo) ->
          replyTo.tell(new CorridorAnswer.Refused(Refusal.invalid(tooLarge("request"))));
      case JobAnswer _ ->
          tell(asker, new JobAnswer.Refused(Refusal.unavailable(tooLarge("answer"))));
      case PartitionAnswer _ ->
          tell(asker, new PartitionAnswer.Refused(Refusal.unavailable(tooLarge("answer"))));
      case CorridorAnswer _ ->
          tell(asker, new CorridorAnswer.Refused(Refusal.unavailable(tooLarge("answer"))));
      default -> {} // logged; nobody asked
    }
  }

  private static void refuse(JobCommand command) {
    JobAnswer refusal = new JobAnswer.Refused(Refusal.invalid(tooLarge("request")));
    switch (command) {
      case JobCommand.Submit c -> c.replyTo().tell(refusal);
      case JobCommand.Cancel c -> c.replyTo().tell(refusal);
      case JobCommand.Requeue c -> c.replyTo().tell(refusal);
      case JobCommand.SetSuspended c -> c.replyTo().tell(refusal);
      case JobCommand.Onlook c -> c.replyTo().tell(refusal);
      case JobCommand.SetHeld c -> c.replyTo().tell(refusal);
      case JobCommand.Change c -> c.replyTo().tell(refusal);
      case JobCommand.CreateStep c -> c.replyTo().tell(refusal);
      case JobCommand.Adapt c -> c.replyTo().tell(refusal);
      default -> {} // of entities, which log
    }
  }

  private static void refuse(PartitionCommand command) {
    PartitionAnswer refusal = new PartitionAnswer.Refused(Refusal.invalid(tooLarge("request")));
    switch (command) {
      case PartitionCommand.Drain c -> c.replyTo().tell(refusal);
      case PartitionCommand.Reserve c -> c.replyTo().tell(refusal);
      case PartitionCommand.GetQueue c -> c.replyTo().tell(refusal);
      case PartitionCommand.GetQueueWindow c -> c.replyTo().tell(refusal);
      default -> {} // of entities, which log
    }
  }

  private static String tooLarge(String what) {
    return "Expected a message that fits between two controllers, but this %s is too large; the log of a controller says how large it may be."
        .formatted(what);
  }

  private static void tell(org.apache.pekko.actor.@Nullable ActorRef asker, Object answer) {
    if (asker != null) {
      asker.tell(answer, org.apache.pekko.actor.ActorRef.noSender());
    }
  }
}
