package io.pliant.runtime.settings;

import io.pliant.core.node.AgentTruth;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Topology;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.node.launcher.PmixHelper;
import io.pliant.runtime.power.PowerSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the file says of the node role.
 *
 * @param names host list of the nodes that the process stands for
 * @param dir folder of step files
 * @param controllers agent ports of the controllers, tried in turn
 * @param declared what of each node may be scheduled; 0 cpus or megabytes mean detected
 * @param devices files and places of the declared devices
 * @param findsDevices whether GPUs that the host has are added
 * @param features what else is said of each node
 * @param traits its weight, and its /tmp and topology where these are not to be found
 * @param power how power is measured
 * @param confinement to what jobs are held
 * @param lease how long tasks may run on without a controller, or null for ever
 * @param pmixHelper path of the program that serves PMIx, {@code auto}, or empty for none
 * @param security token secret and TLS files, with the identity of the agent
 */
public record NodeSection(
    String clusterName,
    String names,
    Path dir,
    List<HostPort> controllers,
    Resources declared,
    HostDevices devices,
    boolean findsDevices,
    Features features,
    NodeTraits traits,
    PowerSettings power,
    ConfinementSettings confinement,
    @Nullable Duration lease,
    String pmixHelper,
    TimingSettings timing,
    SecuritySettings security) {
  private static final String DEVICES = "devices";
  private static final String PMIX_HELPER = "pmix-helper";
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);

  static NodeSection read(Section section, ControllerSettings cluster) {
    int cpus = section.number("cpus", 0, AgentTruth.MOST_CPUS);
    Topology topology = TopologyReader.read(section, cpus);
    String names = section.text("names");
    Resources declared = declared(section, topology == null ? cpus : (int) topology.cpus());
    return section.closed(
        new NodeSection(
            cluster.clusterName(),
            names.isEmpty() ? hostName() : names,
            section.pathOr("dir", cluster.stateDir().resolve("nodes")),
            section.addresses("controllers"),
            declared,
            HostDeviceReader.read(section, declared.kinds()),
            DeviceReader.finds(section.texts(DEVICES)),
            features(section),
            new NodeTraits(
                section.number("tmp", 0, AgentTruth.MOST_TMP_MB),
                section.number("weight", 0, NodeTraits.MOST_WEIGHT),
                topology),
            PowerReader.read(section.section("power")),
            ConfinementReader.read(section.section("confinement")),
            section.durationOrOff("lease", SHORTEST_LEASE, LONGEST_LEASE),
            pmixHelper(section),
            cluster.timing(),
            cluster.security().forNode(section.section("identity"))));
  }

  private static String pmixHelper(Section section) {
    return section.text(PMIX_HELPER).equals(PmixHelper.AUTO)
        ? PmixHelper.AUTO
        : section.pathOr(PMIX_HELPER, Path.of("")).toString();
  }

  private static Resources declared(Section section, int cpus) {
    return new Resources(
        cpus,
        section.number("memory", 0, AgentTruth.MOST_MEMORY_MB),
        DeviceReader.read(section, DEVICES));
  }

  private static Features features(Section section) {
    try {
      return new Features(section.texts("features"));
    } catch (IllegalArgumentException e) {
      throw section.broken("features", "a list of features, such as [\"haswell\", \"rack1\"]", e);
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
