package io.pliant.runtime.node.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.node.Confinement;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.WholeCores;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.node.TestLaunch;
import io.pliant.runtime.node.folder.SliceUse;
import io.pliant.runtime.node.launcher.LauncherReady;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NodeCpusTest {
  private static final ConfinementSettings AUTO = ConfinementSettings.auto();

  @Test
  void shouldGiveEmulatedNodesDifferentCpusWhenTheyFit() {
    List<NodeCpus> shares =
        NodeCpus.share(ready("ready\tcgroup-v2\tgroups v2\tcpus 0-3,8-11"), AUTO, 2, 3);

    assertThat(shares).extracting(share -> share.all().toString()).containsExactly("0-2", "3,8-9");
    assertThat(shares).allMatch(share -> share.confinement().missing() == null);
  }

  @Test
  void shouldGiveNoneAndSaySoWhenNodesTogetherHaveMoreThanTheHost() {
    List<NodeCpus> shares = NodeCpus.share(ready("ready\tx\tgroups v1\tcpus 0-3"), AUTO, 3, 2);

    assertThat(shares).hasSize(3).allMatch(share -> share.all().isEmpty());
    assertThat(shares.getFirst().confinement().lacking())
        .containsEntry("cpus", "3 node(s) of 2 cpus each share 4 cpus of the host");
  }

  @Test
  void shouldTakeOnlyCpusThatTheSiteLeavesToJobs() {
    LauncherReady host = ready("ready\tx\tgroups v1\tcpus 0-7");
    ConfinementSettings some =
        new ConfinementSettings(ConfinementSettings.Mode.AUTO, "", "2-7", 100);
    ConfinementSettings none =
        new ConfinementSettings(ConfinementSettings.Mode.AUTO, "", null, 100);

    assertThat(NodeCpus.share(host, some, 1, 6).getFirst().all()).hasToString("2-7");
    assertThat(NodeCpus.share(host, some, 1, 7).getFirst().all()).isEqualTo(CpuList.NONE);
    assertThat(NodeCpus.share(host, none, 1, 1).getFirst().confinement().lacking())
        .containsEntry("cpus", "confinement.cpus is none");
  }

  @Test
  void shouldKeepTheLaunchersReasonForWhatDoesNotWork() {
    LauncherReady host =
        ready("ready\tsubreaper\tgroups v1\tlacks cpus no such file\tlacks memory not allowed");

    NodeCpus share = NodeCpus.share(host, AUTO, 1, 2).getFirst();

    assertThat(share.all()).isEqualTo(CpuList.NONE);
    assertThat(share.confinement().missing()).isEqualTo("memory: not allowed; cpus: no such file");
    assertThat(host.containment()).isEqualTo("subreaper");
  }

  @Test
  void shouldSayThatNothingIsConfinedWhenTheLauncherHasNoGroups() {
    assertThat(ready("ready\tsession\tgroups ").confinement())
        .isEqualTo(new Confinement("none", new TreeMap<>()));
  }

  @Test
  void shouldGiveWholeCoresAndLeaveThreadsIdleThatNobodyElseGets() {
    List<CpuList> cores = List.of(cpus("0,4"), cpus("1,5"), cpus("2,6"), cpus("3,7"));
    NodeCpus node =
        new NodeCpus(
            cpus("0-7"),
            new Confinement("v2", new TreeMap<>()),
            new HostCpus(cores, List.of(), new TreeMap<>()));
    WholeCores one = new WholeCores(2, 1);

    CpuList first = node.choose(4, one, node.all(), List.of());
    assertThat(first).hasToString("0-1");
    SliceUse held = new SliceUse(new Resources(4, 0), first);
    assertThat(node.choose(2, new WholeCores(2, 2), node.all(), List.of(held))).hasToString("2,6");
    assertThat(node.choose(3, null, node.all(), List.of(held))).hasToString("2-3,6");
    SliceUse single = new SliceUse(new Resources(1, 0), cpus("2"));
    assertThat(node.choose(2, one, node.all(), List.of(held, single))).hasToString("3");
    assertThat(node.choose(4, one, node.all(), List.of(held, single)))
        .as("too few cores that nobody uses")
        .isEqualTo(CpuList.NONE);
    assertThat(
            node.choose(
                2,
                one,
                node.all(),
                List.of(single, new SliceUse(new Resources(3, 0), cpus("0-1,3")))))
        .as("single cpus where no core is left")
        .hasToString("4-5");
  }

  /** Cpus 4 to 7 are near GPU 0. */
  @Test
  void shouldGiveCpusNearTheDevicesOfAJobAndLeaveThemToSuch() {
    NodeCpus node = new NodeCpus(cpus("0-7"), new Confinement("v2", new TreeMap<>()));
    TreeMap<String, HostDevices.Unit> unit = new TreeMap<>();
    unit.put("0", new HostDevices.Unit(List.of(), cpus("4-7")));
    HostDevices devices = new HostDevices(new TreeMap<>(Map.of("gpu", unit)));
    Kinds gpu = Kinds.parse("gpu=1/0");

    assertThat(sliceOf(node, devices, 3, gpu)).hasToString("4-6");
    assertThat(sliceOf(node, devices, 6, gpu)).as("and others").hasToString("0-1,4-7");
    assertThat(sliceOf(node, devices, 3, null)).hasToString("0-2");
    assertThat(sliceOf(node, devices, 6, null)).as("and near ones").hasToString("0-5");
  }

  private static CpuList sliceOf(
      NodeCpus node, HostDevices devices, int cpus, @Nullable Kinds kinds) {
    Resources slice = new Resources(cpus, 0, Kinds.orNone(kinds));
    return node.slice(TestLaunch.of(7, slice), devices, List.of()).pinned();
  }

  private static CpuList cpus(String text) {
    return CpuList.parse(text);
  }

  private static LauncherReady ready(String line) {
    return LauncherReady.parse(line);
  }
}
