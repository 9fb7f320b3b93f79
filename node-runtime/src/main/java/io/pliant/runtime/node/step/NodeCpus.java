package io.pliant.runtime.node.step;

import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.Confinement;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.node.folder.SliceUse;
import io.pliant.runtime.node.launcher.LauncherReady;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The cpus of the host that one node may give to its jobs, each to one of them at a time.
 *
 * @param all none when jobs get no cpus of their own
 * @param confinement what the node can enforce
 */
public record NodeCpus(CpuList all, Confinement confinement) {
  private static final String CPUS = "cpus";

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
      shares.add(new NodeCpus(own, confinement));
    }
    return shares;
  }

  /** What the launch's attempt holds of the node: the cpus that it has, or such that are free. */
  SliceUse slice(StepLaunch launch, Collection<StepWatch> steps) {
    SliceUse wanted = SliceUse.of(launch);
    if (all.isEmpty()) {
      return wanted;
    }
    List<CpuList> others = new ArrayList<>();
    for (StepWatch watch : steps) {
      boolean same =
          watch.step().job().equals(launch.step().job())
              && watch.step().attempt() == launch.step().attempt();
      if (same && !watch.slice().pinned().isEmpty()) {
        return wanted.on(watch.slice().pinned());
      }
      if (!same && !watch.over()) {
        others.add(watch.slice().pinned());
      }
    }
    return wanted.on(all.without(others).choose(launch.cpus()));
  }
}
