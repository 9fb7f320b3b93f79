package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.StartEntry;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.StartQuestion;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what would be decided on a job, and when it would start. The latter is worked out where
 * rounds are, on a state that does not change; few at a time, since rounds wait behind them.
 */
final class Forecasts {
  private static final Logger LOG = LoggerFactory.getLogger(Forecasts.class);

  /** Of one partition that are worked out or wait for it. */
  static final int MOST_AT_ONCE = 4;

  private final PartitionSettings settings;
  private final Executor executor;
  private final AtomicInteger underWay = new AtomicInteger();

  Forecasts(PartitionSettings settings, Executor executor) {
    this.settings = settings;
    this.executor = executor;
  }

  void consider(
      PartitionCommand.Consider question,
      PartitionState state,
      PartitionLifecycle lifecycle,
      Instant now) {
    PartitionIntent intent = new PartitionIntent.Enqueue(question.job());
    PartitionReply reply = lifecycle.decide(state, intent, now).reply();
    boolean ahead = Boolean.TRUE.equals(question.start()) && reply instanceof PartitionReply.Queued;
    if (!ahead) {
      question.replyTo().tell(new PartitionAnswer.WouldSay(reply, null));
    } else if (underWay.incrementAndGet() > MOST_AT_ONCE) {
      underWay.decrementAndGet();
      StartEntry busy = StartEntry.unknown("too many ask just now; ask again in a moment");
      question.replyTo().tell(new PartitionAnswer.WouldSay(reply, busy));
    } else {
      lookAhead(question, reply, new StartQuestion(state, settings), now);
    }
  }

  private void lookAhead(
      PartitionCommand.Consider question, PartitionReply reply, StartQuestion ahead, Instant now) {
    CompletableFuture.supplyAsync(
            () -> StartEntry.of(ahead.forecast(question.job(), now)), executor)
        .exceptionally(bug -> {
          LOG.error("{}: looking ahead for a job failed", settings.name(), bug);
          return StartEntry.unknown("looking ahead failed: " + bug.getMessage());
        })
        .thenAccept(start -> {
          underWay.decrementAndGet();
          question.replyTo().tell(new PartitionAnswer.WouldSay(reply, start));
        });
  }
}
