package io.pliant.runtime.node.connection;

import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.frames.Outbox;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/** Keeps one connection of a node to some controller: dials, follows redirects, tries for ever. */
public final class AgentConnection extends AbstractMatchingBehavior<AgentConnection.Command> {
  private static final Duration WELCOME_WITHIN = Duration.ofSeconds(15);
  private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(15);
  private static final Duration LEAVE_WITHIN = Duration.ofSeconds(1);
  private static final int SILENT_INTERVALS = 10;

  public sealed interface Command {}

  /** Write this, if there is a connection. */
  public record Send(AgentMessage message) implements Command {}

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

  private record Prepared(int line, Outbox outbox) implements Command {}

  private record Heard(int line, ControllerMessage message) implements Command {}

  private record Closed(int line, @Nullable Throwable cause) implements Command {}

  private enum Due implements Command {
    DIAL,
    NO_WELCOME,
    SILENT,
    LEFT
  }

  /** What the owner of the connection is told. */
  public sealed interface Event {
    /**
     * A controller may be dialled: answer with {@link Dial}. So no connection is open before there
     * is something to say on it, however long the owner takes.
     */
    record Turn(int line) implements Event {}

    record Down() implements Event {}

    /** Welcome, Launch, Terminate or Confirm. */
    record Heard(ControllerMessage message) implements Event {}
  }

  /**
   * What a connection needs.
   *
   * @param node whose connection it is, for logs
   * @param owner gets the events, on the connection's thread
   * @param firstDial wait before the first attempt
   * @param random source of jitter
   */
  public record Setup(
      NodeName node,
      Dialer dialer,
      ControllerAddresses addresses,
      Consumer<Event> owner,
      Duration firstDial,
      RandomGenerator random) {}

  private final ActorContext<Command> context;
  private final TimerScheduler<Command> timers;
  private final Setup setup;
  private final Backoff backoff;
  private int line;
  private boolean welcome;
  private boolean leaving;
  private Duration silence = SHORTEST_SILENCE;
  private @Nullable Duration wait;
  private @Nullable Outbox outbox;
  private DialTurns.@Nullable Turn turn;
  private AgentMessage.@Nullable Hello hello;
  private String lastTrouble = "";

  private AgentConnection(
      ActorContext<Command> context, TimerScheduler<Command> timers, Setup setup) {
    super(context);
    this.context = context;
    this.timers = timers;
    this.setup = setup;
    this.backoff = new Backoff(setup.random());
    timers.startSingleTimer(Due.DIAL, setup.firstDial());
  }

  public static Behavior<Command> create(Setup setup) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new AgentConnection(context, timers, setup)));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    return switch (command) {
      case Send send -> onSend(send.message());
      case Leave leave -> onLeave(leave.message());
      case Refuse refuse -> onRefuse(refuse.reason());
      case Due.DIAL -> queueUp();
      case Due.NO_WELCOME -> drop("no welcome within " + WELCOME_WITHIN.toSeconds() + " s");
      case Due.LEFT -> onLeft();
      case Due.SILENT -> drop("silence for " + silence.toSeconds() + " s");
      case Turned turned -> turned.line() == line ? onTurn() : this;
      case Dial dial -> dial.line() == line ? dial(dial.hello()) : this;
      case Prepared prepared -> onPrepared(prepared);
      case Heard heard -> heard.line() == line && !leaving ? onHeard(heard.message()) : this;
      case Closed closed -> closed.line() == line ? onClosed(closed.cause()) : this;
    };
  }

  @Override
  public Behavior<Command> onSignal(Signal signal) throws Exception {
    if (signal instanceof PostStop) {
      endTurn();
    }
    return super.onSignal(signal);
  }

  private Behavior<Command> queueUp() {
    line++;
    welcome = false;
    wait = null;
    ActorRef<Command> self = context.getSelf();
    int number = line;
    turn =
        setup
            .dialer()
            .turns()
            .join(setup.addresses().advance(), () -> self.tell(new Turned(number)));
    return this;
  }

  private Behavior<Command> onTurn() {
    timers.startSingleTimer(Due.NO_WELCOME, WELCOME_WITHIN);
    setup.owner().accept(new Event.Turn(line));
    return this;
  }

  private Behavior<Command> dial(AgentMessage.Hello first) {
    hello = first;
    setup.dialer().dial(setup.addresses().current(), new Telling(context.getSelf(), line));
    return this;
  }

  private Behavior<Command> onPrepared(Prepared prepared) {
    if (prepared.line() != line || hello == null) {
      prepared.outbox().abort();
      return this;
    }
    outbox = prepared.outbox();
    return onSend(hello);
  }

  private void endTurn() {
    if (turn != null) {
      turn.end();
      turn = null;
    }
  }

  private Behavior<Command> onHeard(ControllerMessage message) {
    timers.startSingleTimer(Due.SILENT, silence);
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
          ControllerMessage.LimitPower _ -> {
        setup.owner().accept(new Event.Heard(message));
        yield this;
      }
    };
  }

  private Behavior<Command> onWelcome(ControllerMessage.Welcome message) {
    if (!welcome) {
      context
          .getLog()
          .info(
              "Node {} is with controller {} at {}, partition {}",
              setup.node(),
              message.controller(),
              setup.addresses().describe(),
              message.partition());
    }
    welcome = true;
    endTurn();
    lastTrouble = "";
    backoff.reset();
    timers.cancel(Due.NO_WELCOME);
    Duration wanted = Duration.ofMillis(message.heartbeatMillis()).multipliedBy(SILENT_INTERVALS);
    silence = wanted.compareTo(SHORTEST_SILENCE) > 0 ? wanted : SHORTEST_SILENCE;
    timers.startSingleTimer(Due.SILENT, silence);
    setup.owner().accept(new Event.Heard(message));
    return this;
  }

  private Behavior<Command> onRedirect(ControllerMessage.Redirect redirect) {
    InetSocketAddress to = InetSocketAddress.createUnresolved(redirect.host(), redirect.port());
    if (!setup.addresses().follow(to, System.nanoTime() / 1_000_000)) {
      return this;
    }
    wait = Duration.ZERO;
    return drop("redirect to " + to.getHostString() + ":" + to.getPort());
  }

  private Behavior<Command> onRejected(String reason) {
    wait = backoff.afterRejection();
    trouble("rejected: " + reason);
    return drop("rejection");
  }

  private Behavior<Command> onRefuse(String reason) {
    wait = backoff.afterRejection();
    trouble("refused: " + reason);
    if (outbox != null) {
      outbox.offer(AgentFrames.encode(new AgentMessage.Goodbye(reason)));
      outbox.close();
    }
    return lost();
  }

  private Behavior<Command> drop(String why) {
    context
        .getLog()
        .debug("Node {} leaves {}: {}", setup.node(), setup.addresses().describe(), why);
    if (outbox != null) {
      outbox.abort();
    }
    return lost();
  }

  private Behavior<Command> onClosed(@Nullable Throwable cause) {
    if (leaving) {
      return Behaviors.stopped();
    }
    if (!welcome && wait == null) {
      setup.addresses().failed(System.nanoTime() / 1_000_000);
    }
    trouble(reason(cause));
    return lost();
  }

  private Behavior<Command> lost() {
    if (leaving) {
      return Behaviors.stopped();
    }
    line++;
    outbox = null;
    hello = null;
    endTurn();
    timers.cancel(Due.NO_WELCOME);
    timers.cancel(Due.SILENT);
    setup.owner().accept(new Event.Down());
    timers.startSingleTimer(Due.DIAL, wait == null ? backoff.next() : wait);
    return this;
  }

  private static String reason(@Nullable Throwable cause) {
    if (cause == null) {
      return "closed by the controller";
    }
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  /** Logs what is wrong once, not at each attempt. */
  private void trouble(String what) {
    if (!what.equals(lastTrouble)) {
      lastTrouble = what;
      context
          .getLog()
          .warn("Node {} at controller {}: {}", setup.node(), setup.addresses().describe(), what);
    }
  }

  private Behavior<Command> onSend(AgentMessage message) {
    if (outbox != null && !outbox.offer(AgentFrames.encode(message))) {
      return drop("the controller does not read");
    }
    return this;
  }

  /**
   * The controller closes the connection when it has heard the message. Whoever closes first may
   * take from the other what that one has not read yet.
   */
  private Behavior<Command> onLeave(AgentMessage message) {
    if (outbox == null || !welcome) {
      return Behaviors.stopped();
    }
    leaving = true;
    timers.cancelAll();
    outbox.offer(AgentFrames.encode(message));
    timers.startSingleTimer(Due.LEFT, LEAVE_WITHIN);
    return this;
  }

  private Behavior<Command> onLeft() {
    if (outbox != null) {
      outbox.close();
    }
    return Behaviors.stopped();
  }

  private record Telling(ActorRef<Command> to, int line) implements Dialer.Line {
    @Override
    public void prepared(Outbox outbox) {
      to.tell(new Prepared(line, outbox));
    }

    @Override
    public void heard(ControllerMessage message) {
      to.tell(new Heard(line, message));
    }

    @Override
    public void closed(@Nullable Throwable cause) {
      to.tell(new Closed(line, cause));
    }
  }
}
