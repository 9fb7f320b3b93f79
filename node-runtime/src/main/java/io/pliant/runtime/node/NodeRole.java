package io.pliant.runtime.node;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.node.folder.NodeFolder;
import io.pliant.runtime.node.launcher.Launcher;
import io.pliant.runtime.node.launcher.NativeFiles;
import io.pliant.runtime.node.step.HostFacts;
import io.pliant.runtime.node.step.NodeCpus;
import io.pliant.runtime.node.step.NodeSteps;
import io.pliant.runtime.power.PowerSampler;
import io.pliant.runtime.settings.NodeActorSystem;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorSystem;

/** The running node role of this process: one agent for each node it serves. */
public final class NodeRole {
  private static final int ENDED_KEPT = 20_000;
  private static final int ENDED_KEPT_EMULATED = 4_000;
  private static final int FILE_THREADS = 2;
  private static final int FILE_THREADS_EMULATED = 8;

  private final ActorSystem<NodeGuardian.Command> system;
  private final Launcher launcher;
  private final PowerSampler power;
  private final CompletionStage<Done> stopped;

  private NodeRole(
      ActorSystem<NodeGuardian.Command> system, Launcher launcher, PowerSampler power) {
    this.system = system;
    this.launcher = launcher;
    this.power = power;
    this.stopped =
        system
            .getWhenTerminated()
            .thenApply(done -> {
              launcher.close();
              power.close();
              return done;
            });
  }

  /**
   * Starts the agents and returns at once; connecting goes on in the background, for ever.
   *
   * @throws IllegalStateException when the role cannot work at all (no state folder, folder in use,
   *     no perl), naming cause and remedy
   */
  public static NodeRole start(NodeSettings settings) {
    List<NodeFolder> folders = new ArrayList<>();
    try {
      int kept = settings.emulated() ? ENDED_KEPT_EMULATED : ENDED_KEPT;
      for (NodeName node : settings.names()) {
        folders.add(NodeFolder.open(settings.dir(), node, kept));
      }
      return start(settings, folders, confined(settings));
    } catch (IllegalStateException e) {
      folders.forEach(NodeFolder::release);
      throw e;
    }
  }

  private static Launcher confined(NodeSettings settings) {
    Launcher launcher =
        Launcher.start(
            settings.confinement(),
            settings.devices().haveFiles(),
            settings.dir(),
            NativeFiles.offered(settings.pmixHelper(), settings.dir()));
    try {
      require(settings, launcher);
      return launcher;
    } catch (IllegalStateException e) {
      launcher.close();
      throw e;
    }
  }

  private static NodeRole start(
      NodeSettings settings, List<NodeFolder> folders, Launcher launcher) {
    RandomGenerator random = RandomGenerator.getDefault();
    HostFacts host = HostFacts.detect();
    PowerSampler power = PowerSampler.start(settings.power(), settings.names(), settings.gpus());
    NodeCapacity capacity =
        host.capacity(settings.declared(), settings.features(), settings.traits());
    NodeGuardian.Setup setup =
        new NodeGuardian.Setup(
            settings,
            folders,
            new NodeSteps.SharedTools(
                launcher, host, capacity, settings.devices(), Clock.systemUTC()),
            cpus(settings, launcher, capacity.cpus()),
            HexFormat.of().toHexDigits(random.nextLong()),
            random,
            power);
    return new NodeRole(
        NodeActorSystem.start(
            NodeGuardian.create(setup),
            "pliant-node",
            settings.emulated() ? FILE_THREADS_EMULATED : FILE_THREADS),
        launcher,
        power);
  }

  private static List<NodeCpus> cpus(NodeSettings settings, Launcher launcher, int each) {
    return NodeCpus.share(launcher.ready(), settings.confinement(), settings.names().size(), each);
  }

  /** A site may insist that jobs are held to their slices. */
  private static void require(NodeSettings settings, Launcher launcher) {
    if (settings.confinement().mode() != ConfinementSettings.Mode.REQUIRED) {
      return;
    }
    HostFacts host = HostFacts.detect();
    int each = host.capacity(settings.declared(), settings.features(), settings.traits()).cpus();
    String missing = cpus(settings, launcher, each).getFirst().confinement().missing();
    if (missing != null) {
      throw new IllegalStateException(
          ("Expected to confine jobs on this host, since node.confinement.mode is required, but %s."
                  + " Give the agent a group of its own (Delegate=yes in its unit), or change the mode.")
              .formatted(missing));
    }
  }

  /**
   * How process trees are held together here: {@code cgroup-v2}, {@code subreaper}, {@code
   * session}.
   */
  public String containment() {
    return launcher.ready().containment();
  }

  /** Says goodbye to the controllers and ends the agents; tasks live on. */
  public CompletionStage<Done> stop() {
    system.tell(new NodeGuardian.Stop());
    return stopped;
  }

  /** Completes when the role has ended. */
  public CompletionStage<Done> whenStopped() {
    return stopped;
  }
}
