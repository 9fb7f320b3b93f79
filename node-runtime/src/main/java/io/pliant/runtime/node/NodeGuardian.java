package io.pliant.runtime.node;

import io.pliant.core.id.NodeName;
import io.pliant.core.node.NodeDescription;
import io.pliant.runtime.adapt.AdaptBudget;
import io.pliant.runtime.adapt.AdaptEndpoint;
import io.pliant.runtime.node.connection.AgentConnection;
import io.pliant.runtime.node.connection.ConnectionEvent;
import io.pliant.runtime.node.connection.ConnectionSetup;
import io.pliant.runtime.node.connection.ControllerAddresses;
import io.pliant.runtime.node.connection.Dialer;
import io.pliant.runtime.node.folder.NodeFolder;
import io.pliant.runtime.node.step.NodeCpus;
import io.pliant.runtime.node.step.NodeSteps;
import io.pliant.runtime.power.NodeMeter;
import io.pliant.runtime.power.PowerCap;
import io.pliant.runtime.power.PowerSampler;
import io.pliant.runtime.security.PeerCredentials;
import io.pliant.runtime.security.UserAccounts;
import io.pliant.runtime.settings.NodeActorSystem;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;

/** Parent of all node agents of a process. */
final class NodeGuardian extends AbstractMatchingBehavior<NodeGuardian.Command> {
  /** Emulated nodes do not all dial in the same instant. */
  private static final long SPREAD_MILLIS = 4;

  sealed interface Command {}

  /** End all agents, then the system. */
  record Stop() implements Command {}

  private record AgentEnded(NodeName node) implements Command {}

  /**
   * What the agents are made of.
   *
   * @param folders one for each name of {@code settings}, in the same order
   * @param tools shared by all nodes
   * @param cpus of each node, in the same order
   * @param incarnation random word of this start of the process
   */
  record Setup(
      NodeSettings settings,
      List<NodeFolder> folders,
      NodeSteps.SharedTools tools,
      List<NodeCpus> cpus,
      String incarnation,
      RandomGenerator random,
      PowerSampler power) {}

  private final List<ActorRef<NodeAgent.Command>> agents = new ArrayList<>();
  private int living;

  private NodeGuardian(ActorContext<Command> context, Setup setup) {
    super(context);
    NodeSettings settings = setup.settings();
    Dialer dialer = new Dialer(context.getSystem(), settings.tls());
    AdaptEndpoint.Tools adapt =
        new AdaptEndpoint.Tools(
            setup.tools().clock(), new AdaptBudget(), new PeerCredentials(UserAccounts.ofSystem()));
    for (int index = 0; index < settings.names().size(); index++) {
      NodeName node = settings.names().get(index);
      ControllerAddresses addresses = new ControllerAddresses(settings.controllers(), index);
      NodeMeter meter = setup.power().meter(node);
      AgentSetup agent =
          new AgentSetup(
              new Presence.Self(
                  node,
                  describe(setup, setup.cpus().get(index), meter),
                  setup.incarnation(),
                  settings.heartbeat()),
              adaptHost(settings),
              setup.folders().get(index),
              setup.tools().on(setup.cpus().get(index)),
              meter,
              PowerCap.of(
                  settings.power(),
                  meter,
                  setup.folders().get(index).dir().resolve("power-cap"),
                  node.value()),
              adapt,
              settings.lease(),
              owner -> connection(node, dialer, addresses, owner, setup));
      ActorRef<NodeAgent.Command> ref =
          context.spawn(
              restarting(NodeAgent.create(agent)),
              "node-" + node,
              DispatcherSelector.fromConfig(NodeActorSystem.FILES));
      context.watchWith(ref, new AgentEnded(node));
      agents.add(ref);
      living++;
    }
  }

  private static NodeDescription describe(Setup setup, NodeCpus cpus, @Nullable NodeMeter meter) {
    return setup
        .tools()
        .host()
        .describe(
            setup.tools().capacity(),
            setup.settings().emulated(),
            setup.tools().launcher().ready(),
            cpus.confinement(),
            meter == null ? List.of() : meter.parts());
  }

  static Behavior<Command> create(Setup setup) {
    return Behaviors.setup(context -> new NodeGuardian(context, setup));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case Stop _ ->
          agents.forEach(agent -> agent.tell(new NodeAgent.Leave("the agent is stopped")));
      case AgentEnded _ -> living--;
    }
    return living == 0 ? Behaviors.stopped() : this;
  }

  /** Loopback where the controllers are on this host, too; else the address of this host. */
  private static String adaptHost(NodeSettings settings) {
    boolean here =
        settings.controllers().stream()
            .map(address -> new InetSocketAddress(address.getHostString(), address.getPort()))
            .allMatch(address ->
                address.getAddress() != null && address.getAddress().isLoopbackAddress());
    try {
      return here ? "127.0.0.1" : InetAddress.getLocalHost().getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException(
          "Expected this host's name to have an address, but %s. Add it to /etc/hosts."
              .formatted(e.getMessage()),
          e);
    }
  }

  private static Behavior<AgentConnection.Command> connection(
      NodeName node,
      Dialer dialer,
      ControllerAddresses addresses,
      Consumer<ConnectionEvent> owner,
      Setup setup) {
    long spread = SPREAD_MILLIS * (setup.settings().names().size() - 1);
    Duration firstDial = Duration.ofMillis(setup.random().nextLong(spread + 1));
    return AgentConnection.create(
        new ConnectionSetup(node, dialer, addresses, owner, firstDial, setup.random()));
  }

  /**
   * An agent that fails takes its steps over from its folder, as after a restart of the process.
   */
  private static Behavior<NodeAgent.Command> restarting(Behavior<NodeAgent.Command> agent) {
    return Behaviors.supervise(agent)
        .onFailure(
            SupervisorStrategy.restartWithBackoff(
                Duration.ofMillis(200), Duration.ofSeconds(10), 0.2));
  }
}
