package io.pliant.runtime.node.connection;

import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.frames.Outbox;
import java.net.InetSocketAddress;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one connection of a node to some controller: dials, follows redirects, tries for ever. */
public final class AgentConnection extends AbstractMatchingBehavior<AgentConnection.Command> {
  private static final Logger LOG = LoggerFactory.getLogger(AgentConnection.class);

  public sealed interface Command {}

  /** Write this, if there is a connection. */
  public record Send(AgentMessage message) implements Command {}

  /**
   * How often there is something to be heard.
   *
   * @param resting true when heartbeats, and so their answers, are rare
   */
  public record Rest(boolean resting) implements Command {}

  /** Write this as the last, then end. */
  public record Leave(AgentMessage message) implements Command {}

  /** This controller is not to be obeyed: say why, and try another. */
  public record Refuse(String reason) implements Command {}

  /**
   * Dial now, and say this first.
   *
   * @param line as the turn was told
   */
  public record Dial(int line, AgentMessage.Hello hello) implements Command {}

  private record Turned(int line) implements Command {}

  record Prepared(int line, Outbox outbox) implements Command {}

  record Heard(int line, ControllerMessage message) implements Command {}

  record Closed(int line, @Nullable Throwable cause) implements Command {}

  /** What a connection has waited for in vain, or long enough. */
  enum Due implements Command {
    DIAL,
    NO_WELCOME,
    SILENT,
    LEFT
  }

  private final ActorContext<Command> context;
  private final ConnectionSetup setup;
  private final Patience patience;
  private final DialPlan plan;
  private final ConnectionLog log;
  private Attempt attempt = new Attempt(0);
  private boolean leaving;

  private AgentConnection(
      ActorContext<Command> context, TimerScheduler<Command> timers, ConnectionSetup setup) {
    super(context);
    this.context = context;
    this.patience = new Patience(timers);
    this.setup = setup;
    this.plan =
        new DialPlan(
            setup.addresses(), new Backoff(setup.random()), () -> System.nanoTime() / 1_000_000);
    this.log = new ConnectionLog(LOG, setup.node(), plan::describe);
    patience.untilDial(setup.firstDial());
  }

  /** The connection of one node. */
  public static Behavior<Command> create(ConnectionSetup setup) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new AgentConnection(context, timers, setup)));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    return switch (command) {
      case Send send -> unlessDeaf(attempt.say(send.message()));
      case Rest rest -> onRest(rest.resting());
      case Leave leave -> onLeave(leave.message());
      case Refuse refuse -> onRefuse(refuse.reason());
      case Due.DIAL -> queueUp();
      case Due.NO_WELCOME -> drop(Patience.noWelcome());
      case Due.LEFT -> onLeft();
      case Due.SILENT -> drop(patience.silent());
      case Turned turned -> attempt.is(turned.line()) ? onTurn() : this;
      case Dial dial -> attempt.is(dial.line()) ? dial(dial.hello()) : this;
      case Prepared prepared -> onPrepared(prepared);
      case Heard heard -> attempt.is(heard.line()) && !leaving ? onHeard(heard.message()) : this;
      case Closed closed -> attempt.is(closed.line()) ? onClosed(closed.cause()) : this;
    };
  }

  @Override
  public Behavior<Command> onSignal(Signal signal) throws Exception {
    if (signal instanceof PostStop) {
      attempt.end();
    }
    return super.onSignal(signal);
  }

  private Behavior<Command> onRest(boolean resting) {
    patience.rest(resting);
    return this;
  }

  private Behavior<Command> queueUp() {
    attempt = new Attempt(attempt.number() + 1);
    ActorRef<Command> self = context.getSelf();
    int line = attempt.number();
    attempt.queued(setup.dialer().turns().join(plan.next(), () -> self.tell(new Turned(line))));
    return this;
  }

  private Behavior<Command> onTurn() {
    patience.untilWelcome();
    setup.owner().accept(new ConnectionEvent.Turn(attempt.number()));
    return this;
  }

  private Behavior<Command> dial(AgentMessage.Hello first) {
    attempt.begin(first);
    setup.dialer().dial(plan.current(), new AttemptLine(context.getSelf(), attempt.number()));
    return this;
  }

  private Behavior<Command> onPrepared(Prepared prepared) {
    if (!attempt.is(prepared.line())) {
      prepared.outbox().abort();
      return this;
    }
    return unlessDeaf(attempt.open(prepared.outbox()));
  }

  private Behavior<Command> onHeard(ControllerMessage message) {
    patience.heard();
    return switch (message) {
      case ControllerMessage.Welcome first -> onWelcome(first);
      case ControllerMessage.Redirect redirect -> onRedirect(redirect);
      case ControllerMessage.Rejected rejected -> onRejected(rejected.reason());
      case ControllerMessage.Enrolled _ -> drop("a certificate that nobody asked for");
      case ControllerMessage.Launch _,
          ControllerMessage.Terminate _,
          ControllerMessage.Ask _,
          ControllerMessage.Introduce _,
          ControllerMessage.Adapt _,
          ControllerMessage.Confirm _,
          ControllerMessage.PowerCounted _,
          ControllerMessage.ReadOutput _,
          ControllerMessage.LimitPower _ -> {
        setup.owner().accept(new ConnectionEvent.Heard(message));
        yield this;
      }
    };
  }

  private Behavior<Command> onWelcome(ControllerMessage.Welcome message) {
    log.welcomed(message, attempt.welcomed());
    plan.welcomed();
    patience.welcomed(message);
    setup.owner().accept(new ConnectionEvent.Heard(message));
    return this;
  }

  private Behavior<Command> onRedirect(ControllerMessage.Redirect redirect) {
    InetSocketAddress to = InetSocketAddress.createUnresolved(redirect.host(), redirect.port());
    if (!plan.redirected(to)) {
      return this;
    }
    return drop("redirect to " + to.getHostString() + ":" + to.getPort());
  }

  private Behavior<Command> onRejected(String reason) {
    plan.rejected();
    log.trouble("rejected: " + reason);
    return drop("rejection");
  }

  private Behavior<Command> onRefuse(String reason) {
    plan.rejected();
    log.trouble("refused: " + reason);
    attempt.say(new AgentMessage.Goodbye(reason));
    attempt.close();
    return lost();
  }

  private Behavior<Command> drop(String why) {
    log.leaves(why);
    attempt.abort();
    return lost();
  }

  private Behavior<Command> onClosed(@Nullable Throwable cause) {
    if (leaving) {
      return Behaviors.stopped();
    }
    if (!attempt.welcome()) {
      plan.broken();
    }
    log.closed(cause);
    return lost();
  }

  private Behavior<Command> lost() {
    if (leaving) {
      return Behaviors.stopped();
    }
    attempt.end();
    patience.end();
    setup.owner().accept(new ConnectionEvent.Down());
    patience.untilDial(plan.pause());
    return this;
  }

  private Behavior<Command> unlessDeaf(boolean taken) {
    return taken ? this : drop("the controller does not read");
  }

  /**
   * The controller closes the connection when it has heard the message. Whoever closes first may
   * take from the other what that one has not read yet.
   */
  private Behavior<Command> onLeave(AgentMessage message) {
    if (!attempt.isOpen() || !attempt.welcome()) {
      return Behaviors.stopped();
    }
    leaving = true;
    attempt.say(message);
    patience.untilLeft();
    return this;
  }

  private Behavior<Command> onLeft() {
    attempt.close();
    return Behaviors.stopped();
  }
}
