package io.pliant.actors.cluster;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.id.PartitionName;
import java.time.Duration;
import java.util.Collection;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Sends every partition a question now and then, from each controller, so that a partition whose
 * controller died comes back although no user or node speaks to it.
 */
final class PartitionWaker {
  private PartitionWaker() {}

  private sealed interface Command {}

  private enum Wake implements Command {
    INSTANCE
  }

  private record Awake(PartitionAnswer answer) implements Command {}

  static Behavior<?> create(Collection<PartitionName> partitions, Peers peers, Duration every) {
    return Behaviors.<Command>setup(context -> {
      ActorRef<PartitionAnswer> answers = context.messageAdapter(PartitionAnswer.class, Awake::new);
      return Behaviors.withTimers(timers -> {
        timers.startTimerWithFixedDelay(Wake.INSTANCE, Duration.ZERO, every);
        return Behaviors.receiveMessage(message -> {
          if (message instanceof Wake) {
            partitions.forEach(name -> peers.tell(name, new PartitionCommand.GetSummary(answers)));
          }
          return Behaviors.same();
        });
      });
    });
  }
}
