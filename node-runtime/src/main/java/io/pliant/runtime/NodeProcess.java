package io.pliant.runtime;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Resources;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.node.GpuProbe;
import io.pliant.runtime.node.NodeRole;
import io.pliant.runtime.node.NodeSettings;
import io.pliant.runtime.security.CertificateWatch;
import io.pliant.runtime.security.OwnIdentity;
import io.pliant.runtime.settings.HostPort;
import io.pliant.runtime.settings.NodeSection;
import io.pliant.runtime.settings.SettingsException;
import io.pliant.runtime.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Runs the node role until SIGTERM; tasks live on. */
final class NodeProcess {
  private static final Duration STOP = Duration.ofSeconds(10);

  private NodeProcess() {}

  static void run(SettingsFile file) throws IOException {
    LogOutput.use(file.log());
    NodeSection section = file.node();
    OwnIdentity identity =
        OwnIdentity.ofNodes(section.security(), section.clusterName(), section.names());
    NodeSettings settings = settings(section, identity);
    try (ProcessFile pid = ProcessFile.claim(settings.dir(), "node");
        CertificateWatch watch =
            CertificateWatch.start(
                identity.ends(), InstantSource.system(), CertificateWatch.EACH)) {
      HeapWatch.begin(settings.dir());
      NodeRole role = NodeRole.start(settings);
      StopSignals.handle(role::stop, STOP);
      role.whenStopped().toCompletableFuture().join();
    }
  }

  private static NodeSettings settings(NodeSection section, OwnIdentity identity) {
    try {
      List<NodeName> names = Hostlist.expand(section.names());
      Resources declared = section.declared();
      HostDevices devices = section.devices();
      if (findsGpus(section, names.size() > 1)) {
        GpuProbe.Found found = GpuProbe.find(Path.of("/"));
        declared = declared.with(declared.kinds().plus(found.kinds()));
        devices = devices.or(found.devices());
      }
      return new NodeSettings(
          names,
          section.dir(),
          section.controllers().stream().map(HostPort::unresolved).toList(),
          declared,
          devices,
          section.features(),
          section.traits(),
          section.clusterName(),
          identity.withControllers(),
          null,
          section.power(),
          section.confinement(),
          section.lease(),
          section.pmixHelper());
    } catch (IllegalArgumentException e) {
      throw new SettingsException("pliant.node: " + e.getMessage(), e);
    }
  }

  /** Nodes that share a host do not each have all of its GPUs: theirs are declared. */
  private static boolean findsGpus(NodeSection section, boolean emulated) {
    return section.findsDevices()
        && !emulated
        && section.declared().kinds().count(Devices.GPU) == 0;
  }
}
