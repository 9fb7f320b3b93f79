package io.pliant.runtime;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.runtime.node.NodeRole;
import io.pliant.runtime.node.NodeSettings;
import io.pliant.runtime.security.CertificateWatch;
import io.pliant.runtime.security.OwnIdentity;
import io.pliant.runtime.settings.HostPort;
import io.pliant.runtime.settings.NodeSection;
import io.pliant.runtime.settings.SettingsException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;

/** Runs the node role until SIGTERM; tasks live on. */
final class NodeProcess {
  private static final Duration STOP = Duration.ofSeconds(10);

  private NodeProcess() {}

  static void run(NodeSection section) throws IOException {
    OwnIdentity identity =
        OwnIdentity.ofNodes(section.security(), section.clusterName(), section.names());
    NodeSettings settings = settings(section, identity);
    try (ProcessFile pid = ProcessFile.claim(settings.dir(), "node");
        CertificateWatch watch =
            CertificateWatch.start(
                identity.ends(), InstantSource.system(), CertificateWatch.EACH)) {
      NodeRole role = NodeRole.start(settings);
      StopSignals.handle(role::stop, STOP);
      role.whenStopped().toCompletableFuture().join();
    }
  }

  private static NodeSettings settings(NodeSection section, OwnIdentity identity) {
    try {
      return new NodeSettings(
          Hostlist.expand(section.names()),
          section.dir(),
          section.controllers().stream().map(HostPort::unresolved).toList(),
          section.declared(),
          section.clusterName(),
          identity.withControllers(),
          null,
          section.power(),
          section.confinement(),
          section.lease());
    } catch (IllegalArgumentException e) {
      throw new SettingsException("pliant.node: " + e.getMessage(), e);
    }
  }
}
