package io.pliant.runtime.node.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.node.Confinement;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.node.launcher.LauncherReady;
import java.util.List;
import java.util.TreeMap;
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

  private static LauncherReady ready(String line) {
    return LauncherReady.parse(line);
  }
}
