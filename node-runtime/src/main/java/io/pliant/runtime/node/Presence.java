package io.pliant.runtime.node;

import io.pliant.core.id.NodeName;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.HeartbeatPace;
import io.pliant.core.node.NodeDescription;
import io.pliant.runtime.node.step.NodeSteps;
import io.pliant.runtime.settings.TimingSettings;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a node shows that it is there: with a hello on each connection, then with heartbeats.
 *
 * @param self who it is
 * @param steps what runs there
 * @param lease whose stamp both carry
 * @param health as heartbeats tell it
 * @param clock time of day, by which the controller sees whether the clocks agree
 */
record Presence(Self self, NodeSteps steps, NodeLease lease, NodeHealth health, Clock clock) {
  /**
   * Who the node is.
   *
   * @param incarnation random word of this start of the process
   * @param heartbeat interval, or null for the controller's
   */
  record Self(
      NodeName node,
      NodeDescription description,
      String incarnation,
      @Nullable Duration heartbeat) {
    /** Interval of heartbeats: its own, else the controller's, and no shorter than one may ask. */
    Duration interval(ControllerMessage.Welcome welcome) {
      if (heartbeat != null) {
        return heartbeat;
      }
      Duration told = Duration.ofMillis(welcome.heartbeatMillis());
      Duration shortest = TimingSettings.SHORTEST_HEARTBEAT;
      return told.compareTo(shortest) < 0 ? shortest : told;
    }

    /** The same for a node at rest; whoever has an interval of his own keeps it. */
    HeartbeatPace pace(ControllerMessage.Welcome welcome) {
      HeartbeatPace told = HeartbeatPace.told(interval(welcome), welcome.nodeTimeoutMillis());
      return heartbeat == null ? told : told.restless();
    }
  }

  AgentMessage.Hello hello() {
    return new AgentMessage.Hello(
        AgentMessage.PROTOCOL,
        self.node(),
        self.incarnation(),
        self.description(),
        steps.running(),
        lease.stamp(),
        clock.millis(),
        true);
  }

  AgentMessage.Heartbeat heartbeat() {
    return new AgentMessage.Heartbeat(
        steps.running(), lease.stamp(), clock.millis(), health.known());
  }
}
