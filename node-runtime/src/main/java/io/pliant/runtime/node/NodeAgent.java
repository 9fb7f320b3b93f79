package io.pliant.runtime.node;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.NodeName;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.Health;
import io.pliant.core.node.NodeDescription;
import io.pliant.runtime.adapt.AdaptEndpoint;
import io.pliant.runtime.adapt.TaskOwner;
import io.pliant.runtime.node.connection.AgentConnection;
import io.pliant.runtime.node.folder.HostUptime;
import io.pliant.runtime.node.folder.NodeFolder;
import io.pliant.runtime.node.launcher.LauncherNews;
import io.pliant.runtime.node.step.NodeSteps;
import io.pliant.runtime.node.step.StepEdges;
import io.pliant.runtime.power.NodeMeter;
import io.pliant.runtime.power.PowerCap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/** One node: carries orders from its connection to its steps, and reports back. */
final class NodeAgent extends AbstractMatchingBehavior<NodeAgent.Command> {
  private static final Duration REVIEW_EVERY = Duration.ofMillis(1_000);
  private static final Duration POLL_EVERY = Duration.ofMillis(150);
  private static final Duration STARTS_AFTER = Duration.ofMillis(20);
  private static final int EXAMINE_ROUNDS = 5;
  private static final long NANOS_PER_STANDING = 20_000_000;
  private static final long NANOS_PER_ENTRY = 100_000;
  private static final Duration HEARTBEAT_UNLESS_TOLD = Duration.ofSeconds(2);

  sealed interface Command {}

  private record Line(AgentConnection.Event event) implements Command {}

  private record News(LauncherNews news) implements Command {}

  private record Probed(Health health) implements Command {}

  private enum Due implements Command {
    HEARTBEAT,
    REVIEW,
    POLL,
    STARTS,
    POWER,
    LIMITS,
    ADAPT,
    CONNECTION_ENDED
  }

  /** Says goodbye and ends; tasks live on. */
  record Leave(String reason) implements Command {}

  /**
   * What an agent is made of.
   *
   * @param incarnation random word of this start of the process
   * @param adaptHost address at which tasks of malleable programs reach each other
   * @param heartbeat interval, or null for the controller's
   * @param meter of the node's power, or null for none
   * @param cap of the node's power
   * @param lease how long tasks may run on without a controller, or null for ever
   * @param connection behavior of the connection, given where to tell its events
   */
  record Setup(
      NodeName node,
      NodeDescription description,
      String incarnation,
      String adaptHost,
      @Nullable Duration heartbeat,
      NodeFolder folder,
      NodeSteps.Tools tools,
      @Nullable NodeMeter meter,
      PowerCap cap,
      AdaptEndpoint.Tools adapt,
      @Nullable Duration lease,
      Function<Consumer<AgentConnection.Event>, Behavior<AgentConnection.Command>> connection) {}

  private final Setup setup;
  private final TimerScheduler<Command> timers;
  private final NodeSteps steps;
  private final AdaptEndpoint endpoint;
  private final @Nullable NodeMeter meter;
  private final NodeLimits limits;
  private final NodeLease lease;
  private final NodeHealth health;
  private final ActorRef<AgentConnection.Command> connection;
  private boolean welcome;
  private int rounds;
  private long adaptNextNanos = System.nanoTime();

  private NodeAgent(ActorContext<Command> context, TimerScheduler<Command> timers, Setup setup)
      throws IOException {
    super(context);
    this.setup = setup;
    this.timers = timers;
    this.meter = setup.meter();
    this.steps =
        new NodeSteps(
            setup.node(),
            setup.folder(),
            setup.tools(),
            new StepEdges(setup.node(), setup.tools().clock(), meter),
            this::send);
    ActorRef<Command> self = context.getSelf();
    setup.tools().launcher().register(setup.node(), news -> self.tell(new News(news)));
    ActorRef<Command> me = context.getSelf();
    this.endpoint =
        new AdaptEndpoint(
            setup.node(), setup.folder().dir(), setup.adapt(), () -> me.tell(Due.ADAPT));
    this.lease =
        new NodeLease(setup.node(), setup.folder().dir(), setup.lease(), HostUptime::millis);
    if (meter != null) {
      meter.listen(() -> me.tell(Due.POWER));
    }
    steps.recover();
    endpoint.recover(Speakers.of(steps.watches()));
    this.limits =
        new NodeLimits(setup.node(), setup.cap(), setup.tools().launcher(), System::nanoTime);
    limits.recover(steps.watches());
    this.health =
        new NodeHealth(
            new NodeProbe(setup.folder().dir())::run,
            found -> me.tell(new Probed(found)),
            System::nanoTime,
            firstProbe(setup));
    arm();
    this.connection =
        context.spawn(setup.connection().apply(event -> self.tell(new Line(event))), "connection");
    context.watchWith(connection, Due.CONNECTION_ENDED);
  }

  /** Hundreds of nodes of one process are not all probed in the same instant. */
  private static Duration firstProbe(Setup setup) {
    long spread = NodeHealth.WHILE_WELL.toMillis();
    return setup.description().emulated()
        ? Duration.ofMillis(Math.floorMod(setup.node().hashCode(), spread))
        : Duration.ZERO;
  }

  static Behavior<Command> create(Setup setup) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new NodeAgent(context, timers, setup)));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case Line line -> onLine(line.event());
      case News news -> steps.examination().news(news.news());
      case Due.ADAPT -> tellStandings();
      case Due.HEARTBEAT -> {
        health.beat();
        heartbeat();
      }
      case Probed probed -> {
        if (health.found(probed.health())) {
          heartbeat();
        }
      }
      case Due.REVIEW -> review();
      case Due.POLL -> steps.examination().poll();
      case Due.STARTS -> steps.reporting().reportStarts();
      case Due.POWER -> tellPower();
      case Due.LIMITS -> limits.review(steps.watches());
      case Leave leave ->
          connection.tell(new AgentConnection.Leave(new AgentMessage.Goodbye(leave.reason())));
      case Due.CONNECTION_ENDED -> {
        return Behaviors.stopped();
      }
    }
    if (steps.examination().takeFault()) {
      health.suspect();
    }
    arm();
    return this;
  }

  @Override
  public Behavior<Command> onSignal(Signal signal) throws Exception {
    if (signal instanceof PostStop) {
      limits.close();
      endpoint.close();
      setup.folder().close();
    }
    return super.onSignal(signal);
  }

  private void onLine(AgentConnection.Event event) {
    switch (event) {
      case AgentConnection.Event.Turn turn ->
          connection.tell(new AgentConnection.Dial(turn.line(), hello()));
      case AgentConnection.Event.Down _ -> {
        welcome = false;
        timers.cancel(Due.HEARTBEAT);
      }
      case AgentConnection.Event.Heard heard -> onMessage(heard.message());
    }
  }

  private void onMessage(ControllerMessage message) {
    switch (message) {
      case ControllerMessage.Welcome first -> onWelcome(first);
      case ControllerMessage.Launch launch -> {
        if (enter(ClusterEpoch.ofTerm(launch.launch().term()))) {
          launch(launch.launch());
          limits.apply(steps.watches());
        }
      }
      case ControllerMessage.Ask ask -> steps.ask(ask.step());
      case ControllerMessage.Adapt adapt -> endpoint.take(adapt.order());
      case ControllerMessage.Terminate end -> steps.terminate(end.step(), end.signal(), end.term());
      case ControllerMessage.Introduce _ -> connection.tell(new AgentConnection.Send(hello()));
      case ControllerMessage.Confirm confirm -> steps.confirm(confirm.step(), confirm.ended());
      case ControllerMessage.PowerCounted counted -> counted(counted.until());
      case ControllerMessage.LimitPower limit -> limits.told(limit, steps.watches());
      case ControllerMessage.Redirect _,
          ControllerMessage.Rejected _,
          ControllerMessage.Enrolled _ ->
          throw new IllegalStateException(
              "Expected the connection to see to it itself, but got " + message + ".");
    }
  }

  /** A program whose size can change is told where it finds its agent. */
  private void launch(StepLaunch launch) {
    if (!launch.malleable()) {
      steps.launch(launch);
      return;
    }
    try {
      Path socket = endpoint.expect(launch.step(), TaskOwner.of(launch));
      Map<String, String> variables = new TreeMap<>();
      variables.put("PLIANT_ADAPT_SOCKET", socket.toString());
      variables.put("PLIANT_ADAPT_HOST", setup.adaptHost());
      steps.launch(launch.with(variables));
      if (!steps.running().contains(launch.step())) {
        endpoint.forget(launch.step());
      }
    } catch (IOException e) {
      getContext()
          .getLog()
          .error(
              "Node {}: expected to open a socket for malleable programs, but {}; the order is"
                  + " repeated",
              setup.node(),
              e.getMessage());
    }
  }

  /** Goes over to a newer epoch; false when that cannot be written down, and is tried again. */
  private boolean enter(long epoch) {
    try {
      setup.folder().enter(epoch);
      return true;
    } catch (IOException e) {
      getContext()
          .getLog()
          .error(
              "Node {}: expected to write down epoch {} of the cluster, but {}; its orders are not"
                  + " taken",
              setup.node(),
              epoch,
              e.getMessage());
      return false;
    }
  }

  /**
   * What programs say, at most so often, and the less often the more it is: a program that talks
   * without end fills neither the connection nor this agent's memory.
   */
  private void tellStandings() {
    long wait = adaptNextNanos - System.nanoTime();
    if (wait > 0) {
      timers.startSingleTimer(Due.ADAPT, Duration.ofNanos(wait));
      return;
    }
    List<AgentReport> news = endpoint.news();
    news.forEach(standing -> send(new AgentMessage.Adapt(standing)));
    long entries = news.stream().mapToLong(AgentReport::entries).sum();
    adaptNextNanos = System.nanoTime() + NANOS_PER_STANDING + entries * NANOS_PER_ENTRY;
  }

  private void onWelcome(ControllerMessage.Welcome message) {
    Long epoch = message.epoch();
    long known = setup.folder().terms().epoch();
    if (epoch != null && epoch < known) {
      connection.tell(
          new AgentConnection.Refuse(
              "Expected epoch %d (%s) or a later one, but controller %s is in epoch %d. If the journal was restored with a wrong clock: set it right, then 'pliant journal renew'."
                  .formatted(known, Instant.ofEpochSecond(known), message.controller(), epoch)));
      return;
    }
    if (epoch != null && !enter(epoch)) {
      return; // the next welcome comes with the heartbeats
    }
    lease.welcomed(message);
    if (welcome) {
      return; // the controller's answer to heartbeats
    }
    welcome = true;
    Duration told = Duration.ofMillis(message.heartbeatMillis());
    Duration own = setup.heartbeat();
    Duration interval = own != null ? own : told.isPositive() ? told : HEARTBEAT_UNLESS_TOLD;
    timers.startTimerWithFixedDelay(Due.HEARTBEAT, interval);
    steps.reporting().announce();
    endpoint.announce();
    health.beat();
    heartbeat();
    if (meter != null) {
      meter.repeat();
    }
  }

  private void heartbeat() {
    send(
        new AgentMessage.Heartbeat(
            steps.running(), lease.stamp(), setup.tools().clock().millis(), health.known()));
  }

  private void tellPower() {
    PowerReport report = meter == null || !welcome ? null : meter.report();
    if (report != null) {
      send(new AgentMessage.Power(report));
    }
  }

  private void counted(long until) {
    if (meter != null && meter.counted(until)) {
      tellPower();
    }
  }

  private AgentMessage.Hello hello() {
    return new AgentMessage.Hello(
        AgentMessage.PROTOCOL,
        setup.node(),
        setup.incarnation(),
        setup.description(),
        steps.running(),
        lease.stamp(),
        setup.tools().clock().millis());
  }

  /** Repeats what is owed; now and then looks at all steps in case news of them were lost. */
  private void review() {
    steps.reporting().resend();
    endpoint.keep(steps.present(), steps.running());
    rounds++;
    if (rounds % EXAMINE_ROUNDS == 0) {
      steps.examination().examineAll();
      endpoint.announce();
    }
  }

  /**
   * Timers run only while there is something to see to: a process may stand for hundreds of nodes.
   */
  private void arm() {
    if (meter != null && meter.followsJobs()) {
      meter.runs(NodeLimits.atWork(steps.watches()));
    }
    if (limits.any() && !timers.isTimerActive(Due.LIMITS)) {
      timers.startSingleTimer(Due.LIMITS, REVIEW_EVERY);
    }
    if (!steps.isEmpty() && !timers.isTimerActive(Due.REVIEW)) {
      timers.startSingleTimer(Due.REVIEW, REVIEW_EVERY);
    }
    if (steps.reporting().startsDue() && !timers.isTimerActive(Due.STARTS)) {
      timers.startSingleTimer(Due.STARTS, STARTS_AFTER);
    }
    if (steps.examination().polls() && !timers.isTimerActive(Due.POLL)) {
      timers.startSingleTimer(Due.POLL, POLL_EVERY);
    }
  }

  /** Before its welcome a controller gets nothing but the hello; all is said again afterwards. */
  private void send(AgentMessage message) {
    if (welcome) {
      connection.tell(new AgentConnection.Send(message));
    }
  }
}
