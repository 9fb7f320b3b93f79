package io.pliant.actors.node;

import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.LogContext;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobIntent;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.AgentTruth;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.Health;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.partition.PartitionMap;
import io.pliant.core.step.StepReport;
import java.time.Duration;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.jspecify.annotations.Nullable;

/**
 * The controller-side end of one compute node. It remembers nothing durable: the agent says all
 * again when it connects. Orders without a connection are dropped, because those who give them
 * repeat them.
 */
public final class NodeEntity extends AbstractBehavior<NodeCommand> {
  private final NodeName node;
  private final Settings settings;
  private @Nullable ActorRef<ControllerMessage> session;
  private AgentMessage.@Nullable Hello hello;
  private List<StepId> running = List.of();
  private @Nullable Long stamp;
  private @Nullable Health health;
  private boolean welcomed;
  private final OutputQuestions outputs = new OutputQuestions();

  /**
   * What every node entity needs.
   *
   * @param controller name of this controller, told to agents
   * @param heartbeat interval asked of agents
   * @param nodeTimeout silence after which a partition counts a node as lost
   */
  public record Settings(
      PartitionMap partitions,
      Peers peers,
      String controller,
      Duration heartbeat,
      Duration nodeTimeout) {}

  private NodeEntity(ActorContext<NodeCommand> context, NodeName node, Settings settings) {
    super(context);
    this.node = node;
    this.settings = settings;
  }

  public static Behavior<NodeCommand> create(NodeName node, Settings settings) {
    return LogContext.of(
        node,
        NodeCommand.class,
        Behaviors.setup(context -> new NodeEntity(context, node, settings)));
  }

  @Override
  public Receive<NodeCommand> createReceive() {
    return newReceiveBuilder().onAnyMessage(this::onCommand).build();
  }

  private Behavior<NodeCommand> onCommand(NodeCommand command) {
    switch (command) {
      case NodeCommand.AgentConnected c -> connected(c);
      case NodeCommand.AgentSpoke c -> spoke(c);
      case NodeCommand.AgentDisconnected c -> disconnected(c);
      case NodeCommand.SendLaunch c -> order(new ControllerMessage.Launch(c.launch()));
      case NodeCommand.SendAsk c ->
          order(new ControllerMessage.Ask(c.step(), c.terms(), c.onlooker()));
      case NodeCommand.SendTerminate c ->
          order(new ControllerMessage.Terminate(c.step(), c.signal(), c.term()));
      case NodeCommand.SendConfirm c -> order(new ControllerMessage.Confirm(c.step(), c.ended()));
      case NodeCommand.SendAdapt c -> order(new ControllerMessage.Adapt(c.order()));
      case NodeCommand.SendPowerCounted c -> order(new ControllerMessage.PowerCounted(c.until()));
      case NodeCommand.SendLimits c ->
          order(new ControllerMessage.LimitPower(c.capWatts(), c.suspended()));
      case NodeCommand.ReadOutput c -> readOutput(c);
      case NodeCommand.Removed c -> removed(c.reason());
      case NodeCommand.PartitionAnswered c -> partitionAnswered(c);
    }
    return this;
  }

  private void connected(NodeCommand.AgentConnected command) {
    String lie = AgentTruth.refusal(node, command.hello());
    if (lie != null) {
      command.session().tell(new ControllerMessage.Rejected(lie));
      return;
    }
    PartitionName partition = settings.partitions().partitionOf(node);
    if (partition == null) {
      String reason =
          "Expected node '%s' to belong to a partition, but no partition names it; add it to 'nodes' of one."
              .formatted(node);
      command.session().tell(new ControllerMessage.Rejected(reason));
      return;
    }
    if (session != null && !session.equals(command.session())) {
      getContext().getLog().info("node {}: a newer connection takes over", node);
    }
    outputs.forget();
    session = command.session();
    hello = command.hello();
    running = command.hello().running();
    stamp = command.hello().stamp();
    health = null;
    welcomed = false;
    tellPartition();
  }

  private void spoke(NodeCommand.AgentSpoke command) {
    if (command.replyTo() != null) {
      command.replyTo().tell(new NodeCommand.Taken());
    }
    if (!command.session().equals(session)) {
      if (session == null) {
        command.session().tell(new ControllerMessage.Introduce());
      }
      return;
    }
    String lie = AgentTruth.refusal(node, command.message());
    if (lie != null) {
      getContext().getLog().warn("node {}: a false message is dropped: {}", node, lie);
      command.session().tell(new ControllerMessage.Rejected(lie));
      return;
    }
    switch (command.message()) {
      case AgentMessage.Heartbeat beat -> {
        running = beat.running();
        stamp = beat.stamp();
        health = beat.health();
        tellPartition();
      }
      case AgentMessage.Report report -> {
        StepReport told = report.report();
        JobIntent.Reported intent = new JobIntent.Reported(told, report.granted(), report.terms());
        settings.peers().tell(told.step().job(), new JobCommand.Reported(intent));
      }
      case AgentMessage.Adapt adapt ->
          settings
              .peers()
              .tell(adapt.standing().job(), new ApplicationCommand.Seen(adapt.standing()));
      case AgentMessage.Power power -> power(power.report());
      case AgentMessage.OutputRead read -> outputs.answered(read.answer());
      case AgentMessage.LaunchRefused refused ->
          getContext()
              .getLog()
              .warn(
                  "node {} refused to launch {}: order of term {}, but it has seen term {}",
                  node,
                  refused.step(),
                  refused.orderTerm(),
                  refused.highestTerm());
      case AgentMessage.LaunchDeferred deferred ->
          getContext()
              .getLog()
              .warn("node {} has no room yet for {}: {}", node, deferred.step(), deferred.reason());
      case AgentMessage.Goodbye bye -> {
        getContext().getLog().info("node {} says goodbye: {}", node, bye.reason());
        session = null;
        outputs.forget();
      }
      case AgentMessage.Enroll _ ->
          throw new IllegalStateException("Expected what AgentTruth lets through, but got a word.");
      case AgentMessage.Hello again ->
          connected(new NodeCommand.AgentConnected(again, command.session()));
    }
  }

  private void power(PowerReport report) {
    PartitionName partition = settings.partitions().partitionOf(node);
    if (partition != null && report.node() != null) {
      settings.peers().tell(partition, new PartitionCommand.PowerSeen(node, report));
    }
  }

  private void disconnected(NodeCommand.AgentDisconnected command) {
    if (command.session().equals(session)) {
      session = null;
      outputs.forget();
      getContext().getLog().info("node {}: connection lost", node);
    }
  }

  private void removed(String reason) {
    if (session != null) {
      session.tell(new ControllerMessage.Rejected(reason));
    }
    session = null;
    outputs.forget();
    hello = null;
    running = List.of();
  }

  private void readOutput(NodeCommand.ReadOutput command) {
    ActorRef<ControllerMessage> to = session;
    AgentMessage.Hello known = hello;
    if (to == null || known == null || !welcomed) {
      OutputQuestions.refuse(
          command, OutputAnswer.Result.UNABLE, "Node %s is not connected.".formatted(node));
    } else if (known.reads() == null || !known.reads()) {
      OutputQuestions.refuse(
          command,
          OutputAnswer.Result.UNABLE,
          "The agent of node %s is of an older version, which shows no output.".formatted(node));
    } else {
      outputs.ask(command, to);
    }
  }

  private void order(ControllerMessage message) {
    ActorRef<ControllerMessage> to = session;
    if (to == null) {
      getContext().getLog().debug("node {} is not connected; dropped {}", node, message);
    } else {
      to.tell(message);
    }
  }

  private void tellPartition() {
    PartitionName partition = settings.partitions().partitionOf(node);
    AgentMessage.Hello known = hello;
    if (partition != null && known != null) {
      settings
          .peers()
          .tell(
              partition,
              new PartitionCommand.NodeSeen(node, known.description(), running, stamp, health));
    }
  }

  private void partitionAnswered(NodeCommand.PartitionAnswered answer) {
    ActorRef<ControllerMessage> to = session;
    PartitionName partition = settings.partitions().partitionOf(node);
    if (to == null || partition == null) {
      return;
    }
    if (!welcomed) {
      welcomed = true;
      to.tell(
          new ControllerMessage.Welcome(
              partition,
              settings.controller(),
              Math.toIntExact(settings.heartbeat().toMillis()),
              answer.epoch(),
              answer.stamp(),
              Math.toIntExact(settings.nodeTimeout().toMillis())));
      to.tell(new ControllerMessage.Redirect(answer.agentHost(), answer.agentPort()));
    }
    for (StepId step : running) {
      if (answer.stale().contains(step.attemptId())) {
        to.tell(new ControllerMessage.Terminate(step, 0, answer.term()));
      }
    }
  }
}
