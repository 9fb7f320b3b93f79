package io.pliant.runtime.controller.agents;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.wire.AgentFrames;
import io.pliant.actors.wire.MalformedFrame;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.frames.Outbox;
import java.time.Duration;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.RecipientRef;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.stream.scaladsl.Framing;
import org.jspecify.annotations.Nullable;

/** One open connection of a node agent: checks its hello, then passes frames both ways. */
final class AgentSession extends AbstractMatchingBehavior<AgentSession.Command> {
  private static final Duration HELLO_WITHIN = Duration.ofSeconds(5);
  private static final int SILENT_INTERVALS = 10;

  /**
   * Every so many heartbeats the entity is told anew who this is. It may have moved to another
   * controller and know nothing; its welcome tells the agent that somebody listens.
   */
  private static final int INTRODUCE_EVERY = 3;

  private static final Duration INTRODUCE_AGAIN = Duration.ofSeconds(1);
  private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(30);

  sealed interface Command {}

  /** The stream runs; frames may be written to {@code outbox}. */
  record Opened(Outbox outbox) implements Command {}

  record Received(AgentMessage message) implements Command {}

  record Closed(@Nullable Throwable cause) implements Command {}

  private record Write(ControllerMessage message) implements Command {}

  private enum Signal implements Command {
    HELLO_OVERDUE,
    INTRODUCE,
    SILENT,
    SUPERSEDED
  }

  private final ActorContext<Command> context;
  private final TimerScheduler<Command> timers;
  private final SessionRules rules;
  private final String peer;
  private final ActorRef<ControllerMessage> self;
  private Duration silence = SHORTEST_SILENCE;
  private @Nullable Outbox outbox;
  private @Nullable NodeName node;
  private AgentMessage.@Nullable Hello introduction;
  private int heartbeats;
  private @Nullable RecipientRef<NodeCommand> entity;

  private AgentSession(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      SessionRules rules,
      String peer) {
    super(context);
    this.context = context;
    this.timers = timers;
    this.rules = rules;
    this.peer = peer;
    this.self = context.messageAdapter(ControllerMessage.class, Write::new);
    timers.startSingleTimer(Signal.HELLO_OVERDUE, HELLO_WITHIN);
  }

  /** The session of the connection from {@code peer}. */
  static Behavior<Command> create(SessionRules rules, String peer) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new AgentSession(context, timers, rules, peer)));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    return switch (command) {
      case Opened opened -> {
        outbox = opened.outbox();
        yield this;
      }
      case Received received -> onReceived(received.message());
      case Write write -> onWrite(write.message());
      case Closed closed -> onClosed(closed.cause());
      case Signal.HELLO_OVERDUE ->
          reject(
              "Expected a hello within %s s, but none came.".formatted(HELLO_WITHIN.toSeconds()));
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

  private Behavior<Command> onReceived(AgentMessage message) {
    if (entity == null) {
      return message instanceof AgentMessage.Hello hello
          ? onHello(hello)
          : reject("Expected a hello as the first frame, but got another message.");
    }
    timers.startSingleTimer(Signal.SILENT, silence);
    if (message instanceof AgentMessage.Heartbeat heartbeat && introduction != null) {
      introduction = SessionRules.running(introduction, heartbeat.running());
      heartbeats++;
      if (heartbeats % INTRODUCE_EVERY == 0) {
        return introduce();
      }
    }
    entity.tell(new NodeCommand.AgentSpoke(message, self));
    return this;
  }

  private Behavior<Command> onHello(AgentMessage.Hello hello) {
    String refusal = rules.refusal(hello);
    if (refusal != null) {
      return reject(refusal);
    }
    timers.cancel(Signal.HELLO_OVERDUE);
    timers.startSingleTimer(Signal.SILENT, silence);
    node = hello.node();
    entity = rules.entityOf(hello.node());
    ActorRef<Command> older = rules.register(hello.node(), context.getSelf());
    if (older != null) {
      older.tell(Signal.SUPERSEDED);
    }
    context.getLog().debug("Agent {} connected from {}", node, peer);
    introduction = SessionRules.withoutToken(hello);
    // the entity may be on its way from a dead controller; the welcome ends the repetition
    timers.startTimerWithFixedDelay(Signal.INTRODUCE, Duration.ZERO, INTRODUCE_AGAIN);
    return this;
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
      case ControllerMessage.Rejected _ -> writeLast(message);
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
      outbox.close();
    }
    return leave();
  }

  private Behavior<Command> reject(String reason) {
    context.getLog().warn("Agent connection from {} refused: {}", peer, reason);
    return writeLast(new ControllerMessage.Rejected(reason));
  }

  private Behavior<Command> abort() {
    if (outbox != null) {
      outbox.abort();
    }
    return leave();
  }

  private Behavior<Command> onClosed(@Nullable Throwable cause) {
    Object who = node == null ? "nobody" : node;
    if (cause instanceof MalformedFrame || cause instanceof Framing.FramingException) {
      context
          .getLog()
          .warn("Agent connection of {} from {} closed: {}", who, peer, cause.getMessage());
    } else {
      String why = cause == null ? "by the agent" : cause.getMessage();
      context.getLog().debug("Agent connection of {} from {} closed: {}", who, peer, why);
    }
    return leave();
  }

  private Behavior<Command> leave() {
    if (node != null && entity != null) {
      rules.unregister(node, context.getSelf());
      entity.tell(new NodeCommand.AgentDisconnected(self));
    }
    return Behaviors.stopped();
  }
}
