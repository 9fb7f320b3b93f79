package io.pliant.core.node;

import io.pliant.core.resource.NodeCapacity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node agent says about its host when it connects.
 *
 * @param host host name
 * @param capacity schedulable cpus and memory
 * @param system operating system and kernel
 * @param version version of the agent
 * @param containment how process trees are held together: {@code cgroup-v2}, {@code subreaper}
 * @param impersonates true when the agent can start tasks as other users (it runs as root)
 * @param agentUser login name that the agent itself runs as
 * @param emulated true when several nodes share one agent process
 * @param sensors power sensors found; empty for none
 * @param confinement what of their slices jobs are held to, or null from agents that do not say it
 * @param clockAheadMillis how far the node's clock is ahead of that of the controller it is
 *     connected to (negative: behind), as the controller saw it; null when they agree
 */
public record NodeDescription(
    String host,
    NodeCapacity capacity,
    String system,
    String version,
    String containment,
    boolean impersonates,
    String agentUser,
    boolean emulated,
    List<String> sensors,
    @Nullable Confinement confinement,
    @Nullable Long clockAheadMillis) {
  public NodeDescription {
    sensors = List.copyOf(sensors);
  }

  /** A host whose agent does not say what it can confine. */
  public NodeDescription(
      String host,
      NodeCapacity capacity,
      String system,
      String version,
      String containment,
      boolean impersonates,
      String agentUser,
      boolean emulated,
      List<String> sensors) {
    this(
        host,
        capacity,
        system,
        version,
        containment,
        impersonates,
        agentUser,
        emulated,
        sensors,
        null,
        null);
  }

  /** The same with the clock as a controller sees it. */
  public NodeDescription withClockAhead(@Nullable Long millis) {
    return new NodeDescription(
        host,
        capacity,
        system,
        version,
        containment,
        impersonates,
        agentUser,
        emulated,
        sensors,
        confinement,
        millis);
  }
}
