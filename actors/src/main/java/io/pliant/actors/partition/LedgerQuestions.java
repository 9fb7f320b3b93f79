package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueueMoves;
import java.time.Instant;

/** Answers what is asked of a partition, and changes nothing. */
final class LedgerQuestions {
  private final PartitionEnvironment environment;
  private final Forecasts forecasts;
  private final RoundSchedule rounds;
  private final Lookout lookout;
  private final PoolDesk pool;
  private final QueuePages queue;
  private final UsePages uses;

  LedgerQuestions(
      PartitionEnvironment environment, RoundSchedule rounds, Lookout lookout, PoolDesk pool) {
    this.environment = environment;
    this.pool = pool;
    this.forecasts = new Forecasts(environment.settings(), environment.policyExecutor());
    this.rounds = rounds;
    this.lookout = lookout;
    this.queue = new QueuePages(environment.settings());
    this.uses = new UsePages(environment.settings().priority());
  }

  /** Forgets pages that nobody reads any more; called each second. */
  void look(Instant now) {
    queue.look(now);
    uses.look(now);
  }

  private PartitionAnswer moves(PartitionState state, PartitionCommand.GetMoves ask, Instant now) {
    QueueMoves.Plan plan =
        QueueMoves.first(state, environment.settings().priority(), now, ask.first());
    String refusal = plan.refusal();
    return refusal == null
        ? new PartitionAnswer.Moves(plan.moves())
        : new PartitionAnswer.Refused(Refusal.conflict(refusal));
  }

  void answer(PartitionState state, PartitionCommand.Question question) {
    Instant now = environment.clock().instant();
    PartitionListings listings =
        new PartitionListings(environment, lookout.seen(), rounds, pool, now);
    switch (question) {
      case PartitionCommand.Consider c -> forecasts.consider(c, state, pool.lifecycle(), now);
      case PartitionCommand.GetQueue c ->
          c.replyTo()
              .tell(queue.page(state, c, (job, rules) -> listings.reason(state, job, rules), now));
      case PartitionCommand.GetQueueWindow c ->
          c.replyTo()
              .tell(
                  queue.window(state, c, (job, rules) -> listings.reason(state, job, rules), now));
      case PartitionCommand.GetPriorities c -> c.replyTo().tell(queue.priorities(state, c, now));
      case PartitionCommand.GetMoves c -> c.replyTo().tell(moves(state, c, now));
      case PartitionCommand.GetUses c -> c.replyTo().tell(uses.page(state, c, now));
      case PartitionCommand.GetNode c -> c.replyTo().tell(listings.node(state, c.node()));
      case PartitionCommand.GetNodes c -> c.replyTo().tell(listings.nodes(state, c));
      case PartitionCommand.GetReservations c ->
          c.replyTo().tell(ReservationAnswers.page(state, c, now));
      case PartitionCommand.GetSummary c -> c.replyTo().tell(listings.summary(state));
      case PartitionCommand.GetArray c -> c.replyTo().tell(ArrayAnswers.of(state, c.array()));
      case PartitionCommand.Why c -> c.replyTo().tell(listings.why(state, c.job(), queue));
    }
  }
}
