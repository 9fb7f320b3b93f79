package io.pliant.runtime.node;

import io.pliant.actors.protocol.LogContext;
import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.Health;
import io.pliant.core.node.OutputAnswer;
import io.pliant.runtime.adapt.AdaptEndpoint;
import io.pliant.runtime.node.connection.AgentConnection;
import io.pliant.runtime.node.connection.ConnectionEvent;
import io.pliant.runtime.node.folder.HostUptime;
import io.pliant.runtime.node.launcher.LauncherNews;
import io.pliant.runtime.node.step.NodeSteps;
import io.pliant.runtime.node.step.StepEdges;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/** One node: carries orders from its connection to its steps, and reports back. */
final class NodeAgent extends AbstractMatchingBehavior<NodeAgent.Command> {
  sealed interface Command {}

  private record Line(ConnectionEvent event) implements Command {}

  private record News(LauncherNews news) implements Command {}

  private record Probed(Health health) implements Command {}

  private record Read(OutputAnswer answer) implements Command {}

  /** What the agent does at its time. */
  enum Due implements Command {
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

  private final AgentSetup setup;
  private final TimerScheduler<Command> timers;
  private final NodeSteps steps;
  private final MalleablePrograms programs;
  private final EpochGate epochs;
  private final PowerReporting power;
  private final NodeLimits limits;
  private final NodeLease lease;
  private final OutputReading outputs;
  private final NodeHealth health;
  private final Upkeep upkeep;
  private final Presence presence;
  private final HeartbeatTimer heartbeats;
  private final ActorRef<AgentConnection.Command> connection;
  private boolean welcome;

  private NodeAgent(ActorContext<Command> context, TimerScheduler<Command> timers, AgentSetup setup)
      throws IOException {
    super(context);
    this.setup = setup;
    this.timers = timers;
    ActorRef<Command> self = context.getSelf();
    NodeName node = setup.node();
    NodeSteps.Tools tools = setup.tools();
    Path dir = setup.folder().dir();
    StepEdges edges = new StepEdges(node, tools.clock(), setup.meter());
    this.steps = new NodeSteps(node, setup.folder(), tools, edges, this::send);
    tools.launcher().register(node, news -> self.tell(new News(news)));
    this.programs =
        new MalleablePrograms(
            node,
            setup.adaptHost(),
            new AdaptEndpoint(node, dir, setup.adapt(), () -> self.tell(Due.ADAPT)),
            steps);
    this.epochs = new EpochGate(node, setup.folder());
    this.lease = new NodeLease(node, dir, setup.lease(), HostUptime::millis);
    this.power = new PowerReporting(setup.meter(), this::send);
    power.listen(() -> self.tell(Due.POWER));
    steps.recover();
    programs.recover();
    this.limits = new NodeLimits(node, setup.cap(), tools.launcher(), System::nanoTime);
    limits.recover(steps.watches());
    this.health =
        new NodeHealth(
            new NodeProbe(dir)::run,
            found -> self.tell(new Probed(found)),
            System::nanoTime,
            NodeHealth.firstLook(node, setup.self().description().emulated()));
    this.outputs = new OutputReading(node, answer -> self.tell(new Read(answer)));
    this.presence = new Presence(setup.self(), steps, lease, health, tools.clock());
    this.upkeep = new Upkeep(timers, steps, programs, limits);
    this.heartbeats =
        new HeartbeatTimer(
            pause -> timers.startSingleTimer(Due.HEARTBEAT, pause),
            this::nothingToWatch,
            this::tellRest);
    settle();
    this.connection =
        context.spawn(setup.connection().apply(event -> self.tell(new Line(event))), "connection");
    context.watchWith(connection, Due.CONNECTION_ENDED);
  }

  static Behavior<Command> create(AgentSetup setup) {
    return LogContext.of(
        setup.node(),
        Command.class,
        Behaviors.setup(
            context -> Behaviors.withTimers(timers -> new NodeAgent(context, timers, setup))));
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
        heartbeats.next();
      }
      case Probed probed -> {
        if (health.found(probed.health())) {
          heartbeat();
        }
      }
      case Read read -> send(new AgentMessage.OutputRead(read.answer()));
      case Due.REVIEW -> upkeep.review();
      case Due.POLL -> steps.examination().poll();
      case Due.STARTS -> steps.reporting().reportStarts();
      case Due.POWER -> sayPower();
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
    settle();
    return this;
  }

  @Override
  public Behavior<Command> onSignal(Signal signal) throws Exception {
    if (signal instanceof PostStop) {
      limits.close();
      programs.close();
      setup.folder().close();
    }
    return super.onSignal(signal);
  }

  private void onLine(ConnectionEvent event) {
    switch (event) {
      case ConnectionEvent.Turn turn ->
          connection.tell(new AgentConnection.Dial(turn.line(), presence.hello()));
      case ConnectionEvent.Down _ -> {
        welcome = false;
        heartbeats.end();
        timers.cancel(Due.HEARTBEAT);
      }
      case ConnectionEvent.Heard heard -> onMessage(heard.message());
    }
  }

  private void onMessage(ControllerMessage message) {
    switch (message) {
      case ControllerMessage.Welcome first -> onWelcome(first);
      case ControllerMessage.Launch launch -> {
        LogContext.job(launch.launch().step().job());
        if (epochs.enter(ClusterEpoch.ofTerm(launch.launch().term()))) {
          programs.launch(launch.launch());
          limits.apply(steps.watches());
        }
      }
      case ControllerMessage.Ask ask -> {
        LogContext.job(ask.step().job());
        if (ask.onlooker() == null) {
          steps.ask(ask.step(), ask.terms());
        } else {
          steps.show(ask.step(), ask.onlooker());
        }
      }
      case ControllerMessage.Adapt adapt -> {
        LogContext.job(adapt.order().job());
        programs.take(adapt.order());
      }
      case ControllerMessage.Terminate end -> {
        LogContext.job(end.step().job());
        steps.terminate(end.step(), end.signal(), end.term());
      }
      case ControllerMessage.Introduce _ ->
          connection.tell(new AgentConnection.Send(presence.hello()));
      case ControllerMessage.Confirm confirm -> {
        LogContext.job(confirm.step().job());
        steps.confirm(confirm.step(), confirm.ended());
      }
      case ControllerMessage.PowerCounted counted -> {
        if (power.counted(counted.until())) {
          sayPower();
        }
      }
      case ControllerMessage.LimitPower limit -> limits.told(limit, steps.watches());
      case ControllerMessage.ReadOutput ask -> outputs.read(ask.question());
      case ControllerMessage.Redirect _,
          ControllerMessage.Rejected _,
          ControllerMessage.Enrolled _ ->
          throw new IllegalStateException(
              "Expected the connection to see to it itself, but got " + message + ".");
    }
  }

  private void tellStandings() {
    long wait = programs.waitNanos();
    if (wait > 0) {
      timers.startSingleTimer(Due.ADAPT, Duration.ofNanos(wait));
    } else {
      programs.news().forEach(standing -> send(new AgentMessage.Adapt(standing)));
    }
  }

  private void onWelcome(ControllerMessage.Welcome message) {
    String refusal = epochs.refusal(message);
    if (refusal != null) {
      connection.tell(new AgentConnection.Refuse(refusal));
      return;
    }
    if (!epochs.enter(message.epoch())) {
      return; // the next welcome comes with the heartbeats
    }
    lease.welcomed(message);
    if (welcome) {
      return; // the controller's answer to heartbeats
    }
    welcome = true;
    heartbeats.welcomed(setup.self().pace(message));
    steps.reporting().announce();
    programs.announce();
    health.beat();
    heartbeat();
    power.repeat();
  }

  private void tellRest(boolean resting) {
    connection.tell(new AgentConnection.Rest(resting));
  }

  private void heartbeat() {
    send(presence.heartbeat());
  }

  private void sayPower() {
    if (welcome) {
      power.say();
    }
  }

  /** After each message: what follows from it for the meter, and for the time to come. */
  private void settle() {
    power.follow(steps.watches());
    upkeep.arm();
    heartbeats.settle();
  }

  /** A lease is renewed by heartbeats, and a node that is not well is probed with them. */
  private boolean nothingToWatch() {
    return steps.isEmpty() && !limits.any() && health.well() && lease.stamp() == null;
  }

  /** Before its welcome a controller gets nothing but the hello; all is said again afterwards. */
  private void send(AgentMessage message) {
    if (welcome) {
      connection.tell(new AgentConnection.Send(message));
    }
  }
}
