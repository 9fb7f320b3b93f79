package io.pliant.actors.epoch;

import io.pliant.actors.protocol.JobIdCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for the cluster's epoch until it is known, and now and then afterwards. A controller whose
 * files tell of a restore says so with the question, so that it knows no epoch before that restore
 * has begun one.
 */
public final class EpochWatch {
  private static final Logger LOG = LoggerFactory.getLogger(EpochWatch.class);
  private static final Duration UNTIL_KNOWN = Duration.ofMillis(200);
  private static final Duration AFTERWARDS = Duration.ofSeconds(5);

  private EpochWatch() {}

  private sealed interface Command {}

  private enum Ask implements Command {
    INSTANCE
  }

  private record Heard(JobIdCommand.Epoch epoch) implements Command {}

  /**
   * Watches on behalf of {@code known}.
   *
   * @param restored the restore that this controller's files tell of, or null for none
   * @param jobIds sends to the entity that keeps the epoch
   */
  public static Behavior<?> create(
      KnownEpoch known, @Nullable RestoreNotice restored, Consumer<JobIdCommand> jobIds) {
    String word = restored == null ? null : restored.word();
    return Behaviors.<Command>setup(context -> {
      ActorRef<JobIdCommand.Epoch> answers =
          context.messageAdapter(JobIdCommand.Epoch.class, Heard::new);
      return Behaviors.withTimers(timers -> {
        timers.startTimerWithFixedDelay(Ask.INSTANCE, Duration.ZERO, UNTIL_KNOWN);
        return Behaviors.receiveMessage(message -> {
          switch (message) {
            case Ask _ -> jobIds.accept(new JobIdCommand.GetEpoch(word, answers));
            case Heard heard -> {
              if (known.heard(heard.epoch().epoch())) {
                LOG.info(
                    "The cluster is in epoch {}, begun {}",
                    heard.epoch().epoch(),
                    Instant.ofEpochSecond(heard.epoch().epoch()));
                timers.startTimerWithFixedDelay(Ask.INSTANCE, AFTERWARDS);
                if (restored != null) {
                  restored.told().run();
                }
              }
            }
          }
          return Behaviors.same();
        });
      });
    });
  }
}
