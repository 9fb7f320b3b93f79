package io.pliant.runtime.controller.agents;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.AgentTruth;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.controller.agents.SessionCommand.Signal;
import io.pliant.runtime.security.PeerIdentity;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/** One open connection of a node agent: checks its hello, then passes frames both ways. */
final class AgentSession extends AbstractMatchingBehavior<SessionCommand> {
  private final ActorContext<SessionCommand> context;
  private final SessionTimes times;
  private final SessionVoice voice = new SessionVoice();
  private final SessionRules rules;
  private final Visit visit;
  private final ActorRef<ControllerMessage> self;
  private final ActorRef<NodeCommand.Taken> taken;
  private PeerIdentity.@Nullable Nodes proven;
  private @Nullable NodeName node;
  private @Nullable AdmittedNode admitted;
  private @Nullable Turn turn;

  private AgentSession(
      ActorContext<SessionCommand> context,
      TimerScheduler<SessionCommand> timers,
      SessionRules rules,
      Visit visit) {
    super(context);
    this.context = context;
    this.times = new SessionTimes(timers);
    this.rules = rules;
    this.visit = visit;
    this.self = context.messageAdapter(ControllerMessage.class, SessionCommand.Write::new);
    this.taken = context.messageAdapter(NodeCommand.Taken.class, _ -> new SessionCommand.Taken());
    times.untilHello();
  }

  /** The session of one connection. */
  static Behavior<SessionCommand> create(SessionRules rules, Visit visit) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new AgentSession(context, timers, rules, visit)));
  }

  @Override
  public Behavior<SessionCommand> onMessage(SessionCommand command) {
    return switch (command) {
      case SessionCommand.Opened opened -> {
        voice.opened(opened.outbox());
        yield this;
      }
      case SessionCommand.Proven peerIs -> {
        proven = peerIs.nodes();
        yield this;
      }
      case SessionCommand.HelloAgain again -> voice.closing() ? this : onHello(again.hello());
      case SessionCommand.Received received -> onReceived(received.turn());
      case SessionCommand.Taken _ -> endTurn();
      case Signal.TAKEN_OVERDUE -> endTurn();
      case SessionCommand.Write write -> voice.closing() ? this : onWrite(write.message());
      case SessionCommand.Closed closed -> onClosed(closed.cause());
      case Signal.HELLO_OVERDUE -> proven == null ? abort() : reject(SessionTimes.noHello());
      case Signal.JUDGE_OVERDUE -> abort(log -> log.unjudged(visit.peer()));
      case Signal.CROWDED_OUT -> abort(log -> log.turnedAway(visit.peer()));
      case Signal.CLOSE_OVERDUE -> abort();
      case Signal.LOOK_AGAIN -> lookAgain();
      case Signal.INTRODUCE -> introduce();
      case Signal.INTRODUCE_ANEW -> {
        times.introducedAnew();
        yield introduce();
      }
      case Signal.UNSETTLED -> unsettled();
      case Signal.SETTLED -> {
        times.settled();
        yield this;
      }
      case Signal.SILENT -> abort(log -> log.silent(node, visit.peer(), times.silence()));
      case Signal.SUPERSEDED -> abort(log -> log.superseded(node, visit.peer()));
    };
  }

  private Behavior<SessionCommand> onReceived(Turn next) {
    turn = next;
    AgentMessage message = next.message();
    if (voice.closing()) {
      return this; // nothing more is read
    }
    AdmittedNode known = admitted;
    if (known == null) {
      return onFirst(message);
    }
    String lie = AgentTruth.refusal(known.name(), message);
    if (lie != null) {
      return reject(lie);
    }
    times.heard();
    String excess = AgentTruth.excess(message);
    if (excess != null) {
      rules.log().dropped(known.name(), excess);
      return endTurn();
    }
    if (known.hears(message, System.currentTimeMillis())) {
      introduce();
      if (!known.saysNewsOfItsHealth(message)) {
        return endTurn(); // the introduction tells the rest
      }
    }
    times.untilTaken();
    known.pass(message);
    return message instanceof AgentMessage.Goodbye ? close() : this;
  }

  private Behavior<SessionCommand> onFirst(AgentMessage message) {
    if (message instanceof AgentMessage.Hello hello) {
      endTurn();
      return onHello(hello);
    }
    return message instanceof AgentMessage.Enroll word
        ? onEnroll(word) // nothing more is read
        : reject("Expected a hello as the first frame, but got another message.");
  }

  private Behavior<SessionCommand> endTurn() {
    times.taken();
    if (turn != null) {
      turn.end();
      turn = null;
    }
    return this;
  }

  private Behavior<SessionCommand> onHello(AgentMessage.Hello hello) {
    if (proven == null) {
      return abort();
    }
    if (!rules.knowsRevocations()) { // this controller has just begun
      times.judgeLater(hello);
      return this;
    }
    times.judged();
    String refusal = rules.refusal(hello, proven);
    if (refusal != null) {
      return reject(refusal);
    }
    node = hello.node();
    rules.admit(visit, node, context.getSelf());
    admitted =
        new AdmittedNode(
            new Introduction(hello, System.currentTimeMillis()), rules.entityOf(node), self, taken);
    times.admitted();
    return this;
  }

  private Behavior<SessionCommand> onEnroll(AgentMessage.Enroll request) {
    context.pipeToSelf(
        rules.enroller().answer(request), (answer, _) -> new SessionCommand.Write(answer));
    return this;
  }

  /** Its node may have been removed. */
  private Behavior<SessionCommand> lookAgain() {
    String revoked = node == null || proven == null ? null : rules.revoked(node, proven);
    return revoked == null || voice.closing() ? this : reject(revoked);
  }

  private Behavior<SessionCommand> unsettled() {
    if (admitted != null) {
      times.unsettled();
    }
    return this;
  }

  private Behavior<SessionCommand> introduce() {
    if (admitted != null) {
      admitted.introduce();
    }
    return this;
  }

  private Behavior<SessionCommand> onWrite(ControllerMessage message) {
    return switch (message) {
      case ControllerMessage.Welcome welcome -> {
        times.welcomed(welcome);
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
          ControllerMessage.ReadOutput _,
          ControllerMessage.LimitPower _ ->
          write(message);
    };
  }

  private Behavior<SessionCommand> write(ControllerMessage message) {
    return voice.say(message) ? this : abort(log -> log.deaf(node, visit.peer()));
  }

  private Behavior<SessionCommand> writeLast(ControllerMessage message) {
    voice.say(message);
    return close();
  }

  /** Lets what was written arrive. */
  private Behavior<SessionCommand> close() {
    times.end();
    disconnected();
    if (!voice.close()) {
      return abort();
    }
    times.untilClosed();
    return this;
  }

  private Behavior<SessionCommand> reject(String reason) {
    rules.log().refused(node, visit.peer(), reason);
    return writeLast(new ControllerMessage.Rejected(reason));
  }

  private Behavior<SessionCommand> abort(Consumer<SessionLog> why) {
    why.accept(rules.log());
    return abort();
  }

  private Behavior<SessionCommand> abort() {
    voice.abort();
    return leave();
  }

  private Behavior<SessionCommand> onClosed(@Nullable Throwable cause) {
    rules.log().closed(node, visit.peer(), cause);
    return leave();
  }

  private Behavior<SessionCommand> leave() {
    disconnected();
    endTurn();
    return Behaviors.stopped();
  }

  private void disconnected() {
    rules.doorstep().leave(visit.visitor());
    if (admitted != null) {
      rules.unregister(admitted.name(), context.getSelf());
      admitted.disconnected();
      admitted = null;
    }
  }
}
