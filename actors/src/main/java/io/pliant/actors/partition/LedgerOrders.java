package io.pliant.actors.partition;

import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.dependency.DependencyStanding;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.id.StepId;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.Revision;
import io.pliant.core.plan.Trigger;
import java.util.List;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;

/** Makes orders intents of the next write, and says what is told to whom once it is durable. */
final class LedgerOrders {
  private final PartitionEnvironment environment;
  private final IntentBatch batch;
  private final RoundSchedule rounds;
  private final Lookout lookout;
  private final GrantNotices grants;
  private final PoolDesk pool;
  private final FollowedJobs followed;
  private final ActorRef<PartitionCommand> self;

  LedgerOrders(
      PartitionEnvironment environment,
      IntentBatch batch,
      RoundSchedule rounds,
      Lookout lookout,
      GrantNotices grants,
      PoolDesk pool,
      FollowedJobs followed,
      ActorRef<PartitionCommand> self) {
    this.environment = environment;
    this.batch = batch;
    this.rounds = rounds;
    this.lookout = lookout;
    this.grants = grants;
    this.pool = pool;
    this.followed = followed;
    this.self = self;
  }

  /** An intent for the next write, which is asked for with the first one. */
  void collect(PartitionIntent intent, Consumer<PartitionReply> afterwards) {
    if (batch.add(intent, afterwards)) {
      self.tell(PartitionCommand.Flush.INSTANCE);
    }
  }

  void take(PartitionState state, PartitionCommand.Order order) {
    switch (order) {
      case PartitionCommand.OfJob(PartitionIntent.OfJob intent) -> {
        followed.add(intent);
        collect(known(state, intent), reply -> answerJob(intent, reply));
      }
      case PartitionCommand.SetHeld c ->
          collect(
              new PartitionIntent.SetHeld(c.job(), c.held()),
              reply -> {
                tell(c.job(), new JobCommand.HeldAnswered(c.held(), c.by(), reply, c.replyTo()));
                rounds.want(Trigger.JOB_CHANGED);
              });
      case PartitionCommand.EndElements c ->
          collect(
              c.intent(),
              reply -> {
                JobId array = c.intent().attempt().job();
                tell(array, new JobCommand.ElementsAnswered(reply, c.replyTo()));
                rounds.want(Trigger.JOB_CHANGED);
              });
      case PartitionCommand.OrderResize c ->
          collect(
              new PartitionIntent.BeginResizes(
                  List.of(
                      new PartitionIntent.Resizing(
                          c.job(), c.nodes(), true, null, lookout.mtct(state, c.job())))),
              reply -> ResizeAnswers.toOperator(c, reply, pool));
      case PartitionCommand.NodeSeen c -> nodeSeen(c);
      case PartitionCommand.Drain c ->
          collect(
              new PartitionIntent.Drain(c.node(), c.reason(), c.by().name()),
              reply -> answerNode(c.node(), reply, c.replyTo()));
      case PartitionCommand.Resume c ->
          collect(
              new PartitionIntent.Resume(c.node(), c.by().name()),
              reply -> answerNode(c.node(), reply, c.replyTo()));
      case PartitionCommand.Reserve c ->
          collect(
              new PartitionIntent.Reserve(c.wanted(), c.by().name()),
              reply ->
                  ReservationAnswers.made(c, reply, batch.latest(), environment.clock().instant()));
      case PartitionCommand.DeleteReservation c ->
          collect(
              new PartitionIntent.DeleteReservation(c.reservation(), c.by().name()),
              reply -> ReservationAnswers.deleted(c, reply));
      case PartitionCommand.RemoveNode c ->
          collect(
              new PartitionIntent.RemoveNode(c.node(), c.force(), c.by().name()),
              reply -> NodeAnswers.removed(c, reply, rounds));
    }
  }

  /** With what the program is measured at, of which the partition knows for which size it is. */
  private PartitionIntent.OfJob known(PartitionState state, PartitionIntent.OfJob intent) {
    return intent instanceof PartitionIntent.AskResize ask
        ? ask.measuredAt(lookout.mtct(state, ask.attempt().job()))
        : intent;
  }

  private void answerJob(PartitionIntent.OfJob intent, PartitionReply reply) {
    JobId job = intent.attempt().job();
    int attempt = intent.attempt().attempt();
    switch (intent) {
      case PartitionIntent.Enqueue e -> {
        DependencyStanding waits = e.job().dependency();
        Integer version = waits == null ? null : (Integer) waits.version();
        Revision changed = e.job().revision();
        Integer number = changed == null ? null : (Integer) changed.number();
        tell(job, new JobCommand.EnqueueAnswered(attempt, reply, version, number, name()));
        rounds.want(Trigger.JOB_SUBMITTED);
      }
      case PartitionIntent.Release _ -> {
        tell(job, new JobCommand.ReleaseConfirmed(attempt, name()));
        rounds.want(Trigger.JOB_ENDED);
      }
      case PartitionIntent.EndTelling _ -> {}
      case PartitionIntent.Revise changed ->
          tell(job, new JobCommand.RevisionTaken(attempt, changed.revision().number(), name()));
      case PartitionIntent.WatchElements _ -> grants.tellElements(batch.latest(), job);
      case PartitionIntent.EndElements _ -> rounds.want(Trigger.JOB_CHANGED);
      case PartitionIntent.AskResize ask ->
          ResizeAnswers.toProgram(environment.peers(), ask, reply, pool);
      case PartitionIntent.CloseResize _ -> rounds.want(Trigger.JOB_CHANGED);
      case PartitionIntent.ReturnNode _ -> {
        grants.tell(batch.latest(), job);
        rounds.want(Trigger.JOB_ENDED);
      }
    }
  }

  private PartitionName name() {
    return environment.settings().name();
  }

  private void tell(JobId job, JobCommand answer) {
    environment.peers().tell(job, answer);
  }

  private void nodeSeen(PartitionCommand.NodeSeen seen) {
    lookout.take(seen);
    List<AttemptId> running = seen.running().stream().map(StepId::attemptId).distinct().toList();
    collect(
        new PartitionIntent.NodeSeen(
            seen.node(), seen.description().capacity(), running, seen.health()),
        reply -> NodeAnswers.toNode(environment, seen, reply, batch.latest().term()));
  }

  private void answerNode(NodeName node, PartitionReply reply, ActorRef<PartitionAnswer> replyTo) {
    rounds.want(Trigger.NODE_CHANGED);
    PartitionListings listings =
        new PartitionListings(
            environment, lookout.seen(), rounds, pool, environment.clock().instant());
    replyTo.tell(
        reply instanceof PartitionReply.Refused(Refusal refusal)
            ? new PartitionAnswer.Refused(refusal)
            : listings.node(batch.latest(), node));
  }
}
