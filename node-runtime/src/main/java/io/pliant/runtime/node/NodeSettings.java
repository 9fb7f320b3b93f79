package io.pliant.runtime.node;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Resources;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.power.PowerSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What the node role needs to know; made by the settings parser.
 *
 * @param names names of the nodes that this process serves: one, or many when it emulates
 * @param dir state folder; each node keeps its own below it, under its name
 * @param controllers agent ports of the controllers, at least one, host names not resolved yet
 * @param declared what of each node may be scheduled; where cpus or megabytes are 0, what the host
 *     has
 * @param devices files and places of its devices
 * @param features what else is said of each node
 * @param traits its weight, and the size of its /tmp; where that is 0, what the host has
 * @param clusterName name of the cluster, for logs
 * @param tls how to make TLS connections to controllers
 * @param heartbeat interval of heartbeats, or null for the one that the controller asks for
 * @param power how power is measured
 * @param confinement to what jobs are to be held
 * @param lease how long tasks may run on without a controller, or null for ever
 * @param pmixHelper path of the program that serves PMIx, {@code auto} for the one that was built,
 *     or empty for none
 */
public record NodeSettings(
    List<NodeName> names,
    Path dir,
    List<InetSocketAddress> controllers,
    Resources declared,
    HostDevices devices,
    Features features,
    NodeTraits traits,
    String clusterName,
    SSLContext tls,
    @Nullable Duration heartbeat,
    PowerSettings power,
    ConfinementSettings confinement,
    @Nullable Duration lease,
    String pmixHelper) {
  public NodeSettings {
    names = List.copyOf(names);
    controllers = List.copyOf(controllers);
    dir = dir.toAbsolutePath().normalize();
    if (names.isEmpty() || names.stream().distinct().count() != names.size()) {
      throw new IllegalArgumentException(
          "Expected at least one node name and no name twice, but got " + names + ".");
    }
    if (controllers.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected the address of at least one controller, but got none.");
    }
    String refusal = power.refusal(names.size());
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
  }

  /**
   * Indices of the GPUs of each node: in the order in which their maker's program lists them where
   * that is known, else by number.
   */
  public List<String> gpus() {
    List<String> found = devices.byBus(Devices.GPU);
    Amount counted = declared.kinds().amounts().get(Devices.GPU);
    return found.isEmpty() && counted != null ? counted.units() : found;
  }

  /** True when this process stands for several nodes. */
  public boolean emulated() {
    return names.size() > 1;
  }
}
