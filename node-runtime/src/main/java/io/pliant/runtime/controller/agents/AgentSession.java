package io.pliant.runtime.controller.agents;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.AgentTruth;
import io.pliant.core.node.ClockSkew;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.frames.Intake;
import io.pliant.runtime.frames.Outbox;
import io.pliant.runtime.security.PeerIdentity;
import java.time.Duration;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.RecipientRef;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/** One open connection of a node agent: checks its hello, then passes frames both ways. */
final class AgentSession extends AbstractMatchingBehavior<AgentSession.Command> {
  private static final Duration HELLO_WITHIN = Duration.ofSeconds(10);
  private static final int SILENT_INTERVALS = 10;

  /**
   * Every so many heartbeats the entity is told anew who this is. It may have moved to another
   * controller and know nothing; its welcome tells the agent that somebody listens.
   */
  private static final int INTRODUCE_EVERY = 3;

  private static final Duration HELLO_AGAIN = Duration.ofMillis(100);

  /** The register may be moving; an agent that is not judged by then tries another controller. */
  private static final Duration JUDGED_WITHIN = Duration.ofSeconds(5);

  private static final Duration INTRODUCE_AGAIN = Duration.ofSeconds(1);
  private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(30);

  /** The entity may be moving; agents repeat what matters. */
  private static final Duration TAKEN_WITHIN = Duration.ofSeconds(5);

  /** For last words to be written; a peer that does not read is cut off. */
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

  sealed interface Command {}

  /** The stream runs; frames may be written to {@code outbox}. */
  record Opened(Outbox outbox) implements Command {}

  /** Which nodes the peer may speak for, before any message of it. */
  record Proven(PeerIdentity.Nodes nodes) implements Command {}

  record Received(Turn turn) implements Command {}

  record Closed(@Nullable Throwable cause) implements Command {}

  private record Write(ControllerMessage message) implements Command {}

  private record Taken() implements Command {}

  private record HelloAgain(AgentMessage.Hello hello) implements Command {}

  /** What happens to a session besides messages. */
  enum Signal implements Command {
    HELLO_OVERDUE,
    JUDGE_OVERDUE,
    CROWDED_OUT,
    INTRODUCE,
    TAKEN_OVERDUE,
    SILENT,
    SUPERSEDED,
    LOOK_AGAIN,
    CLOSE_OVERDUE
  }

  private final ActorContext<Command> context;
  private final TimerScheduler<Command> timers;
  private final SessionRules rules;
  private final Visit visit;
  private final String peer;
  private final ActorRef<ControllerMessage> self;
  private final ActorRef<NodeCommand.Taken> taken;
  private Duration silence = SHORTEST_SILENCE;
  private @Nullable Outbox outbox;
  private PeerIdentity.@Nullable Nodes proven;
  private @Nullable NodeName node;
  private AgentMessage.@Nullable Hello introduction;
  private ClockSkew skew = ClockSkew.UNKNOWN;
  private int heartbeats;
  private @Nullable RecipientRef<NodeCommand> entity;
  private @Nullable Turn turn;
  private boolean closing;

  /**
   * The connection of a session.
   *
   * @param visitor how it stands on the doorstep
   * @param peer address, for logs
   * @param intake what may come in on it
   */
  record Visit(Doorstep.Visitor visitor, String peer, Intake intake) {}

  private AgentSession(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      SessionRules rules,
      Visit visit) {
    super(context);
    this.context = context;
    this.timers = timers;
    this.rules = rules;
    this.visit = visit;
    this.peer = visit.peer();
    this.self = context.messageAdapter(ControllerMessage.class, Write::new);
    this.taken = context.messageAdapter(NodeCommand.Taken.class, _ -> new Taken());
    timers.startSingleTimer(Signal.HELLO_OVERDUE, HELLO_WITHIN);
  }

  /** The session of one connection. */
  static Behavior<Command> create(SessionRules rules, Visit visit) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new AgentSession(context, timers, rules, visit)));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    return switch (command) {
      case Opened opened -> {
        outbox = opened.outbox();
        yield this;
      }
      case Proven peerIs -> {
        proven = peerIs.nodes();
        yield this;
      }
      case HelloAgain again -> closing ? this : onHello(again.hello());
      case Received received -> onReceived(received.turn());
      case Taken _ -> endTurn();
      case Signal.TAKEN_OVERDUE -> endTurn();
      case Write write -> closing ? this : onWrite(write.message());
      case Closed closed -> onClosed(closed.cause());
      case Signal.HELLO_OVERDUE ->
          proven == null
              ? abort()
              : reject(
                  "Expected a hello within %s s, but none came."
                      .formatted(HELLO_WITHIN.toSeconds()));
      case Signal.JUDGE_OVERDUE -> {
        rules.log().unjudged(peer);
        yield abort();
      }
      case Signal.CROWDED_OUT -> {
        rules.log().turnedAway(peer);
        yield abort();
      }
      case Signal.CLOSE_OVERDUE -> abort();
      case Signal.LOOK_AGAIN -> lookAgain();
      case Signal.INTRODUCE -> introduce();
      case Signal.SILENT -> {
        context
            .getLog()
            .warn("Agent {} at {} said nothing for {} s; closing", node, peer, silence.toSeconds());
        yield abort();
      }
      case Signal.SUPERSEDED -> {
        context
            .getLog()
            .info("Agent {} at {} has a newer connection; closing this one", node, peer);
        yield abort();
      }
    };
  }

  private Behavior<Command> onReceived(Turn next) {
    turn = next;
    AgentMessage message = next.message();
    if (closing) {
      return this; // nothing more is read
    }
    if (entity == null || node == null) {
      return switch (message) {
        case AgentMessage.Hello hello -> {
          endTurn();
          yield onHello(hello);
        }
        case AgentMessage.Enroll word -> onEnroll(word); // nothing more is read
        default -> reject("Expected a hello as the first frame, but got another message.");
      };
    }
    String lie = AgentTruth.refusal(node, message);
    if (lie != null) {
      return reject(lie);
    }
    timers.startSingleTimer(Signal.SILENT, silence);
    String excess = AgentTruth.excess(message);
    if (excess != null) {
      rules.log().dropped(node, excess);
      return endTurn();
    }
    if (message instanceof AgentMessage.Heartbeat heartbeat && introduction != null) {
      skew = skew.heard(heartbeat.clockMillis(), System.currentTimeMillis());
      introduced(SessionRules.running(introduction, heartbeat, skew));
      heartbeats++;
      if (heartbeats % INTRODUCE_EVERY == 0) {
        endTurn();
        return introduce();
      }
    }
    timers.startSingleTimer(Signal.TAKEN_OVERDUE, TAKEN_WITHIN);
    entity.tell(new NodeCommand.AgentSpoke(message, self, taken));
    return message instanceof AgentMessage.Goodbye ? close() : this;
  }

  private Behavior<Command> endTurn() {
    timers.cancel(Signal.TAKEN_OVERDUE);
    if (turn != null) {
      turn.end();
      turn = null;
    }
    return this;
  }

  private Behavior<Command> onHello(AgentMessage.Hello hello) {
    if (proven == null) {
      return abort();
    }
    if (!rules.knowsRevocations()) { // this controller has just begun
      timers.cancel(Signal.HELLO_OVERDUE);
      if (!timers.isTimerActive(Signal.JUDGE_OVERDUE)) {
        timers.startSingleTimer(Signal.JUDGE_OVERDUE, JUDGED_WITHIN);
      }
      timers.startSingleTimer(HelloAgain.class, new HelloAgain(hello), HELLO_AGAIN);
      return this;
    }
    timers.cancel(Signal.JUDGE_OVERDUE);
    String refusal = rules.refusal(hello, proven);
    if (refusal != null) {
      return reject(refusal);
    }
    timers.cancel(Signal.HELLO_OVERDUE);
    timers.startSingleTimer(Signal.SILENT, silence);
    rules.welcome(visit);
    node = hello.node();
    entity = rules.entityOf(hello.node());
    ActorRef<Command> older = rules.register(hello.node(), context.getSelf());
    if (older != null) {
      older.tell(Signal.SUPERSEDED);
    }
    context.getLog().debug("Agent {} connected from {}", node, peer);
    skew = skew.heard(hello.clockMillis(), System.currentTimeMillis());
    introduced(SessionRules.withClock(hello, skew));
    // the entity may be on its way from a dead controller; the welcome ends the repetition
    timers.startTimerWithFixedDelay(Signal.INTRODUCE, Duration.ZERO, INTRODUCE_AGAIN);
    return this;
  }

  /** Says it once when the clocks of node and controller begin to differ, and when they agree. */
  private void introduced(AgentMessage.Hello fresh) {
    Long before = introduction == null ? null : introduction.description().clockAheadMillis();
    Long ahead = fresh.description().clockAheadMillis();
    introduction = fresh;
    if (ahead != null && before == null) {
      context
          .getLog()
          .warn(
              "Node {}: its clock is {} s {} ours. Set both by NTP; times of its jobs are wrong until then.",
              fresh.node(),
              Math.abs(ahead) / 1_000,
              ahead > 0 ? "ahead of" : "behind");
    } else if (ahead == null && before != null) {
      context.getLog().info("Node {}: its clock agrees with ours again", fresh.node());
    }
  }

  private Behavior<Command> onEnroll(AgentMessage.Enroll request) {
    context.pipeToSelf(
        rules.enroller().enroll(request),
        (answer, failure) ->
            new Write(
                failure == null
                    ? answer
                    : new ControllerMessage.Rejected(
                        "Expected the cluster to answer, but it did not. Try again with the same word.")));
    return this;
  }

  /** Its node may have been removed. */
  private Behavior<Command> lookAgain() {
    String revoked = node == null || proven == null ? null : rules.revoked(node, proven);
    return revoked == null || closing ? this : reject(revoked);
  }

  private Behavior<Command> introduce() {
    if (entity != null && introduction != null) {
      entity.tell(new NodeCommand.AgentConnected(introduction, self));
    }
    return this;
  }

  private Behavior<Command> onWrite(ControllerMessage message) {
    return switch (message) {
      case ControllerMessage.Welcome welcome -> {
        Duration wanted =
            Duration.ofMillis(welcome.heartbeatMillis()).multipliedBy(SILENT_INTERVALS);
        silence = wanted.compareTo(SHORTEST_SILENCE) > 0 ? wanted : SHORTEST_SILENCE;
        timers.cancel(Signal.INTRODUCE);
        yield write(message);
      }
      case ControllerMessage.Introduce _ -> introduce();
      case ControllerMessage.Rejected _, ControllerMessage.Enrolled _ -> writeLast(message);
      case ControllerMessage.Redirect _,
          ControllerMessage.Launch _,
          ControllerMessage.Adapt _,
          ControllerMessage.Ask _,
          ControllerMessage.Terminate _,
          ControllerMessage.Confirm _,
          ControllerMessage.PowerCounted _,
          ControllerMessage.LimitPower _ ->
          write(message);
    };
  }

  private Behavior<Command> write(ControllerMessage message) {
    if (outbox == null || outbox.offer(AgentFrames.encode(message))) {
      return this;
    }
    context.getLog().info("Agent {} at {} is gone or does not read; closing", node, peer);
    return abort();
  }

  private Behavior<Command> writeLast(ControllerMessage message) {
    if (outbox != null) {
      outbox.offer(AgentFrames.encode(message));
    }
    return close();
  }

  /** Lets what was written arrive. */
  private Behavior<Command> close() {
    closing = true;
    timers.cancelAll();
    disconnected();
    if (outbox == null) {
      return abort();
    }
    outbox.close();
    timers.startSingleTimer(Signal.CLOSE_OVERDUE, CLOSE_WITHIN);
    return this;
  }

  private Behavior<Command> reject(String reason) {
    rules.log().refused(node, peer, reason);
    return writeLast(new ControllerMessage.Rejected(reason));
  }

  private Behavior<Command> abort() {
    if (outbox != null) {
      outbox.abort();
    }
    return leave();
  }

  private Behavior<Command> onClosed(@Nullable Throwable cause) {
    rules.log().closed(node, peer, cause);
    return leave();
  }

  private Behavior<Command> leave() {
    disconnected();
    endTurn();
    return Behaviors.stopped();
  }

  private void disconnected() {
    rules.doorstep().leave(visit.visitor());
    if (node != null && entity != null) {
      rules.unregister(node, context.getSelf());
      entity.tell(new NodeCommand.AgentDisconnected(self));
      entity = null;
    }
  }
}
