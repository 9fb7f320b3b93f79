package io.pliant.runtime.node;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import io.pliant.identity.Role;
import io.pliant.identity.RoleTrust;
import io.pliant.identity.TestIdentities;
import io.pliant.runtime.controller.agents.AgentPortSettings;
import java.util.List;
import javax.net.ssl.SSLContext;

/** Both ends of an agent connection on 127.0.0.1 in a cluster of this name. */
public final class TestTls {
  public static final String CLUSTER = "test";

  /** Whom an agent believes. */
  public static final RoleTrust CONTROLLERS = TestIdentities.OURS.trust(CLUSTER, Role.CONTROLLER);

  /** A controller. */
  public static final Credentials CONTROLLER =
      TestIdentities.OURS.of(Identity.controller(CLUSTER, "c1"), "127.0.0.1");

  private TestTls() {}

  /** The agent port of a controller. */
  public static AgentPortSettings agentPort(int port) {
    return agentPort(port, CONTROLLER);
  }

  /** The agent port of whoever this is. */
  public static AgentPortSettings agentPort(int port, Credentials credentials) {
    RoleTrust nodes = TestIdentities.OURS.trust(CLUSTER, Role.NODE);
    return new AgentPortSettings("127.0.0.1", port, credentials.context(nodes), nodes);
  }

  /** An agent of these nodes. */
  public static SSLContext agentOf(List<NodeName> names) {
    return agentOf(Hostlist.compress(names));
  }

  /** An agent of these nodes. */
  public static SSLContext agentOf(String hostlist) {
    return TestIdentities.OURS.of(Identity.nodes(CLUSTER, hostlist)).context(CONTROLLERS);
  }
}
