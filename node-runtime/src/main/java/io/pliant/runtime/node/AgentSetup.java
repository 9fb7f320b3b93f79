package io.pliant.runtime.node;

import io.pliant.core.id.NodeName;
import io.pliant.runtime.adapt.AdaptEndpoint;
import io.pliant.runtime.node.connection.AgentConnection;
import io.pliant.runtime.node.connection.ConnectionEvent;
import io.pliant.runtime.node.folder.NodeFolder;
import io.pliant.runtime.node.step.NodeSteps;
import io.pliant.runtime.power.NodeMeter;
import io.pliant.runtime.power.PowerCap;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.pekko.actor.typed.Behavior;
import org.jspecify.annotations.Nullable;

/**
 * What an agent is made of.
 *
 * @param adaptHost address at which tasks of malleable programs reach each other
 * @param meter of the node's power, or null for none
 * @param cap of the node's power
 * @param lease how long tasks may run on without a controller, or null for ever
 * @param connection behavior of the connection, given where to tell its events
 */
record AgentSetup(
    Presence.Self self,
    String adaptHost,
    NodeFolder folder,
    NodeSteps.Tools tools,
    @Nullable NodeMeter meter,
    PowerCap cap,
    AdaptEndpoint.Tools adapt,
    @Nullable Duration lease,
    Function<Consumer<ConnectionEvent>, Behavior<AgentConnection.Command>> connection) {
  NodeName node() {
    return self.node();
  }
}
