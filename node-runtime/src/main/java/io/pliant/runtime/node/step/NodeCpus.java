package io.pliant.runtime.node.step;

import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.Confinement;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.WholeCores;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.node.folder.SliceUse;
import io.pliant.runtime.node.launcher.LauncherReady;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cpus of the host that one node may give to its jobs, each to one of them at a time.
 *
 * @param all none when jobs get no cpus of their own
 * @param confinement what the node can enforce
 * @param host how these cpus lie together
 */
public record NodeCpus(CpuList all, Confinement confinement, HostCpus host) {
  private static final String CPUS = "cpus";

  /** Cpus of a host that tells nothing of its cores. */
  public NodeCpus(CpuList all, Confinement confinement) {
    this(all, confinement, HostCpus.NONE);
  }

  /**
   * Shares the host's cpus among the nodes of an agent, if each node can have as many as it counts.
   *
   * @param each cpus that each node counts
   */
  public static List<NodeCpus> share(
      LauncherReady host, ConfinementSettings settings, int nodes, int each) {
    Confinement confinement = host.confinement();
    String wanted = settings.cpus();
    CpuList usable =
        wanted == null
            ? CpuList.NONE
            : wanted.isEmpty() ? host.cpus() : host.cpus().within(CpuList.parse(wanted));
    String refusal = null;
    if (wanted == null) {
      refusal = "confinement.cpus is none";
    } else if ((long) nodes * each > usable.size()) {
      refusal =
          "%d node(s) of %d cpus each share %d cpus of the host"
              .formatted(nodes, each, usable.size());
    }
    boolean works = refusal == null && !confinement.lacking().containsKey(CPUS);
    if (refusal != null && !confinement.lacking().containsKey(CPUS)) {
      confinement = confinement.without(CPUS, refusal);
    }
    List<NodeCpus> shares = new ArrayList<>();
    for (int index = 0; index < nodes; index++) {
      CpuList own = works ? usable.part(index * each, each) : CpuList.NONE;
      shares.add(new NodeCpus(own, confinement, HostCpus.read(HostTopology.SYSFS, own)));
    }
    return shares;
  }

  /** What the launch's attempt holds of the node: the cpus that it has, or such that are free. */
  SliceUse slice(StepLaunch launch, HostDevices devices, Collection<StepWatch> steps) {
    SliceUse wanted = SliceUse.of(launch);
    if (all.isEmpty()) {
      return wanted;
    }
    List<SliceUse> others = new ArrayList<>();
    for (StepWatch watch : steps) {
      boolean same =
          watch.step().job().equals(launch.step().job())
              && watch.step().attempt() == launch.step().attempt();
      if (same && !watch.slice().pinned().isEmpty()) {
        return wanted.on(watch.slice().pinned());
      }
      if (!same && !watch.over()) {
        others.add(watch.slice());
      }
    }
    CpuList preferred = preferred(devices, Kinds.orNone(launch.kinds()));
    return wanted.on(choose(launch.cpus(), launch.cores(), preferred, others));
  }

  /** Cpus near the devices that it holds; for who holds none, those that are near no device. */
  private CpuList preferred(HostDevices devices, Kinds held) {
    CpuList near = devices.near(held);
    return near.isEmpty() ? all.without(List.of(devices.nearAny())) : near;
  }

  /**
   * Cpus for a slice: of whole cores where it asks for them and there are enough that nobody uses,
   * else any; of the preferred ones first.
   */
  CpuList choose(
      int cpus, @Nullable WholeCores cores, CpuList preferred, Collection<SliceUse> others) {
    CpuList free = all.without(others.stream().map(this::held).toList());
    CpuList whole = cores == null ? CpuList.NONE : whole(free, cores, preferred, cpus);
    return whole.isEmpty() ? free.choose(cpus, preferred) : whole;
  }

  /**
   * Of as many whole cores as it takes the threads that tasks use, so that the others are left
   * idle; {@link CpuList#NONE} when there are too few of that kind.
   */
  private CpuList whole(CpuList free, WholeCores wanted, CpuList preferred, int cpus) {
    List<CpuList> there =
        host.cores().stream()
            .filter(core -> core.size() == wanted.threads() && core.within(free).equals(core))
            .sorted(Comparator.comparing(core -> core.within(preferred).isEmpty()))
            .toList();
    int count = wanted.cores(cpus);
    if (count < 1 || count > there.size()) {
      return CpuList.NONE;
    }
    List<Integer> used = new ArrayList<>();
    there.subList(0, count).forEach(core -> used.addAll(core.numbers().subList(0, wanted.used())));
    return new CpuList(used);
  }

  /** What no other job may have: of a slice that leaves threads idle, these too. */
  private CpuList held(SliceUse slice) {
    CpuList pinned = slice.pinned();
    if (pinned.isEmpty() || slice.held().cpus() <= pinned.size()) {
      return pinned;
    }
    List<Integer> all = new ArrayList<>(pinned.numbers());
    host.cores().stream()
        .filter(core -> !core.within(pinned).isEmpty())
        .forEach(core -> all.addAll(core.numbers()));
    return new CpuList(all);
  }
}
