package io.pliant.actors.cluster;

import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityRef;

/**
 * The session of a node whose tasks do what their command says: {@code exit N} ends at once, {@code
 * wait} runs until it is ended.
 */
final class PuppetNode {
  private final NodeName name;
  private final ActorContext<ControllerMessage> context;
  private final EntityRef<NodeCommand> entity;
  private final Map<String, AtomicInteger> starts;
  private final ConcurrentSkipListMap<StepId, StepLaunch> running = new ConcurrentSkipListMap<>();

  private PuppetNode(
      NodeName name, ActorContext<ControllerMessage> context, Map<String, AtomicInteger> starts) {
    this.name = name;
    this.context = context;
    this.starts = starts;
    this.entity =
        ClusterSharding.get(context.getSystem()).entityRefFor(EntityKeys.NODE, name.value());
  }

  static Behavior<ControllerMessage> create(
      NodeName name, int cpus, Map<String, AtomicInteger> starts) {
    return Behaviors.setup(context -> {
      PuppetNode node = new PuppetNode(name, context, starts);
      node.hello(cpus);
      return Behaviors.receiveMessage(node::onMessage);
    });
  }

  private void hello(int cpus) {
    NodeDescription description =
        new NodeDescription(
            "host",
            new NodeCapacity(cpus, 1000),
            "test",
            "test",
            "none",
            false,
            "nobody",
            true,
            List.of());
    entity.tell(
        new NodeCommand.AgentConnected(
            new AgentMessage.Hello(
                AgentMessage.PROTOCOL, name, "one", description, List.of(), null, null),
            context.getSelf()));
  }

  private Behavior<ControllerMessage> onMessage(ControllerMessage message) {
    switch (message) {
      case ControllerMessage.Launch launch -> launch(launch.launch());
      case ControllerMessage.Terminate terminate -> terminate(terminate.step());
      case ControllerMessage.Welcome _,
          ControllerMessage.Redirect _,
          ControllerMessage.Rejected _,
          ControllerMessage.Introduce _,
          ControllerMessage.Adapt _,
          ControllerMessage.Ask _,
          ControllerMessage.Confirm _,
          ControllerMessage.PowerCounted _,
          ControllerMessage.Enrolled _,
          ControllerMessage.ReadOutput _,
          ControllerMessage.LimitPower _ -> {}
    }
    return Behaviors.same();
  }

  private void launch(StepLaunch launch) {
    if (starts
            .computeIfAbsent(name + "/" + launch.step().key(), _ -> new AtomicInteger())
            .incrementAndGet()
        > 1) {
      return;
    }
    say(new StepReport.Started(launch.step(), name, Instant.now()));
    String what = launch.script() == null ? String.join(" ", launch.command()) : launch.script();
    int exit = what.lastIndexOf("exit ");
    if (exit >= 0) {
      end(launch.step(), new ExitStatus(Integer.parseInt(what.substring(exit + 5).strip()), 0));
    } else {
      running.put(launch.step(), launch);
    }
  }

  private void terminate(StepId step) {
    if (running.remove(step) != null) {
      say(
          new StepReport.Ended(
              step, name, Instant.now(), List.of(new ExitStatus(0, 15)), StepEnd.TERMINATED, ""));
    }
  }

  private void end(StepId step, ExitStatus exit) {
    say(new StepReport.Ended(step, name, Instant.now(), List.of(exit), StepEnd.EXITED, ""));
  }

  private void say(StepReport report) {
    entity.tell(
        new NodeCommand.AgentSpoke(new AgentMessage.Report(report, null), context.getSelf(), null));
  }

  /** How long a test waits for a condition. */
  static Duration patience() {
    return Duration.ofSeconds(60);
  }
}
