package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.step.StepReport;
import io.pliant.identity.TestIdentities;
import io.pliant.runtime.controller.agents.AgentListener;
import io.pliant.runtime.controller.agents.AgentPortSettings;
import io.pliant.runtime.controller.agents.Enroller;
import io.pliant.runtime.settings.NodeActorSystem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;

/** A controller without a cluster: the real agent port, and a sink that remembers what it hears. */
public final class TestController implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final PartitionName PARTITION = new PartitionName("main");

  static final int NODE_TIMEOUT_MILLIS = 30_000;

  private final ActorSystem<NodeCommand> system;
  private final Map<NodeName, ActorRef<ControllerMessage>> sessions = new HashMap<>();
  private final List<NodeCommand> heard = new ArrayList<>();
  private final AgentListener listener;

  /** Who may be a node. */
  public final TestRegister register;

  private volatile boolean confirming = true;
  private volatile boolean welcoming = true;
  private volatile boolean taking = true;
  private @Nullable Long epoch;
  private ControllerMessage.@Nullable Redirect redirect;

  private TestController(AgentPortSettings settings, TestRegister register) {
    this.register = register;
    this.system =
        NodeActorSystem.start(
            Behaviors.receiveMessage(command -> {
              onCommand(command);
              return Behaviors.same();
            }),
            "test-controller",
            1);
    this.listener =
        get(() ->
            AgentListener.start(system, settings, enroller(), _ -> system)
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS));
  }

  private Enroller enroller() {
    return new Enroller(
        register, TestIdentities.OURS.nodes(), TestTls.CLUSTER, InstantSource.system());
  }

  public static TestController start() {
    return start(TestTls.agentPort(0));
  }

  public static TestController start(AgentPortSettings settings) {
    return start(settings, new TestRegister());
  }

  public static TestController start(AgentPortSettings settings, TestRegister register) {
    return new TestController(settings, register);
  }

  public int port() {
    return listener.port();
  }

  /** As when a controller has come or gone. */
  public void unsettled() {
    listener.unsettled();
  }

  /** Whether reports are confirmed at once; they are unless told otherwise. */
  void confirming(boolean on) {
    confirming = on;
  }

  /** Whether it says that it has taken a message; it does unless told otherwise. */
  public void taking(boolean on) {
    taking = on;
  }

  /** Whether agents are welcomed; they are unless told otherwise. */
  public void welcoming(boolean on) {
    welcoming = on;
  }

  /** The epoch that agents are told with the next welcome. */
  synchronized void epoch(long number) {
    epoch = number;
  }

  synchronized void redirectTo(int port) {
    redirect = new ControllerMessage.Redirect("127.0.0.1", port);
  }

  private synchronized void onCommand(NodeCommand command) {
    heard.add(command);
    if (command instanceof NodeCommand.AgentConnected connected) {
      sessions.put(connected.hello().node(), connected.session());
      if (welcoming) {
        connected
            .session()
            .tell(
                new ControllerMessage.Welcome(
                    PARTITION, "test", 200, epoch, connected.hello().stamp(), NODE_TIMEOUT_MILLIS));
      }
      if (redirect != null) {
        connected.session().tell(redirect);
      }
    }
    if (taking && command instanceof NodeCommand.AgentSpoke spoke && spoke.replyTo() != null) {
      spoke.replyTo().tell(new NodeCommand.Taken());
    }
    if (confirming
        && command instanceof NodeCommand.AgentSpoke spoke
        && spoke.message() instanceof AgentMessage.Report report) {
      boolean ended = report.report() instanceof StepReport.Ended;
      spoke.session().tell(new ControllerMessage.Confirm(report.report().step(), ended));
    }
    notifyAll();
  }

  /** Orders a launch once the node is connected. */
  public void launch(StepLaunch launch) {
    send(launch.node(), new ControllerMessage.Launch(launch));
  }

  /** Sends a message once the node is connected. */
  public synchronized void send(NodeName node, ControllerMessage message) {
    awaitConnection(node);
    Objects.requireNonNull(sessions.get(node)).tell(message);
  }

  /** Waits until an agent has said that it is there. */
  synchronized void awaitConnection(NodeName node) {
    await(() -> sessions.containsKey(node), "a connection of " + node);
  }

  /** The first report of the end of a step. */
  public StepReport.Ended ended(StepId step) {
    return (StepReport.Ended)
        report(
            report -> report instanceof StepReport.Ended && report.step().equals(step),
            "the end of " + step);
  }

  StepReport.Started started(StepId step) {
    return (StepReport.Started)
        report(
            report -> report instanceof StepReport.Started && report.step().equals(step),
            "the start of " + step);
  }

  private synchronized StepReport report(Predicate<StepReport> wanted, String what) {
    await(() -> reports().stream().anyMatch(wanted), what);
    return reports().stream().filter(wanted).findFirst().orElseThrow();
  }

  /** All reports in the order of their arrival. */
  synchronized List<StepReport> reports() {
    return messages(AgentMessage.Report.class).stream().map(AgentMessage.Report::report).toList();
  }

  /** All messages of one type in the order of their arrival. */
  public synchronized <M extends AgentMessage> List<M> messages(Class<M> type) {
    return heard.stream()
        .filter(NodeCommand.AgentSpoke.class::isInstance)
        .map(command -> ((NodeCommand.AgentSpoke) command).message())
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  /** All commands of one type in the order of their arrival. */
  public synchronized <C extends NodeCommand> List<C> commands(Class<C> type) {
    return heard.stream().filter(type::isInstance).map(type::cast).toList();
  }

  synchronized void forget() {
    heard.clear();
    sessions.clear();
  }

  /** Waits until something holds that changes with what is heard. */
  public synchronized void await(Supplier<Boolean> condition, String what) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.get()) {
      long left = (until - System.nanoTime()) / 1_000_000;
      assertThat(left).as("waiting for %s; reports so far: %s", what, reports()).isPositive();
      get(() -> {
        wait(left);
        return true;
      });
    }
  }

  @Override
  public void close() {
    system.terminate();
    get(() -> system.getWhenTerminated().toCompletableFuture().get(30, TimeUnit.SECONDS));
  }

  private interface Waiting<T> {
    T get() throws Exception;
  }

  private static <T> T get(Waiting<T> waiting) {
    try {
      return waiting.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
