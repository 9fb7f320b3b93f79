package io.pliant.runtime.node.step;

import io.pliant.core.node.AgentTruth;
import io.pliant.core.node.Confinement;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Topology;
import io.pliant.runtime.node.launcher.LauncherReady;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the agent finds out about its host and itself.
 *
 * @param host host name
 * @param user login name of the agent
 * @param uid user id of the agent
 * @param cpus processors that the agent may use
 * @param memoryMb memory of the host in megabytes
 * @param tmpMb size of its {@code /tmp} in megabytes, 0 where that cannot be found
 * @param topology of what its cpus are made, or null where that cannot be found
 */
public record HostFacts(
    String host,
    String user,
    int uid,
    int cpus,
    int memoryMb,
    int tmpMb,
    @Nullable Topology topology) {
  private static final Pattern UID = Pattern.compile("(?m)^Uid:\\s+\\d+\\s+(\\d+)");
  private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s+(\\d+) kB");

  public static HostFacts detect() {
    int cpus = Runtime.getRuntime().availableProcessors();
    return new HostFacts(
        hostName(),
        System.getProperty("user.name", "?"),
        number("/proc/self/status", UID),
        cpus,
        number("/proc/meminfo", MEMORY) / 1024,
        sizeOfTmp(),
        HostTopology.read(HostTopology.SYSFS, cpus));
  }

  /** A host without a /tmp of its own is no fault: jobs that ask for one go elsewhere. */
  private static int sizeOfTmp() {
    try {
      long megabytes = Files.getFileStore(Path.of("/tmp")).getTotalSpace() >> 20;
      return (int) Math.clamp(megabytes, 0, AgentTruth.MOST_TMP_MB);
    } catch (IOException _) {
      return 0;
    }
  }

  /** True when tasks of other users can be started. */
  boolean impersonates() {
    return uid == 0;
  }

  /**
   * What may be scheduled here.
   *
   * @param declared of each node; where cpus or megabytes are 0, what the host has
   * @param features what else is said of each node
   * @param traits the same; where /tmp has 0, what the host has; where it has no topology, that of
   *     the host if the node has all of its cpus
   */
  public NodeCapacity capacity(Resources declared, Features features, NodeTraits traits) {
    int each = declared.cpus() == 0 ? cpus : declared.cpus();
    return new NodeCapacity(
        each,
        declared.memoryMb() == 0 ? memoryMb : declared.memoryMb(),
        declared.storedKinds(),
        features,
        new NodeTraits(
            traits.tmpMb() == 0 ? tmpMb : traits.tmpMb(), traits.weight(), topology(traits, each)));
  }

  /** Null where it is not known. */
  private @Nullable Topology topology(NodeTraits traits, int each) {
    Topology own = traits.topology();
    return own == null && each == cpus ? topology : own;
  }

  /**
   * What a node of this host tells controllers of itself.
   *
   * @param emulated whether one process stands for several nodes
   */
  public NodeDescription describe(
      NodeCapacity capacity,
      boolean emulated,
      LauncherReady launcher,
      Confinement confinement,
      List<String> sensors) {
    String version = HostFacts.class.getPackage().getImplementationVersion();
    return new NodeDescription(
        host,
        capacity,
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        version == null ? "development" : version,
        launcher.containment(),
        impersonates(),
        user,
        emulated,
        sensors,
        confinement,
        null);
  }

  private static int number(String file, Pattern pattern) {
    try {
      Matcher found = pattern.matcher(Files.readString(Path.of(file)));
      if (found.find()) {
        return Integer.parseInt(found.group(1));
      }
      throw new IllegalStateException(
          "Expected to find '%s' in %s, but it is not there. Pliant's node role needs Linux."
              .formatted(pattern, file));
    } catch (IOException e) {
      throw new IllegalStateException(
          "Expected to read %s, but %s. Pliant's node role needs Linux with /proc mounted."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException unknown) {
        return "localhost";
      }
    }
  }
}
