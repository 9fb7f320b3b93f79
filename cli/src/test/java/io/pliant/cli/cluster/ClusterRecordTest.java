package io.pliant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterRecordTest {
  private static final ClusterLayout LAYOUT =
      new ClusterLayout(
          2, 1, 3, 4, 2048, List.of("main:*", "debug:n001"), List.of("timing.audit=1s"));

  @TempDir private Path folder;

  @Test
  void shouldReadBackWhatItWrote() {
    ClusterRecord record = plan().record();
    assertThat(ClusterRecord.parse(record.toJson())).isEqualTo(record);
  }

  @Test
  void shouldHaveNoRecordWhereThereNeverWasACluster() {
    assertThat(new StateFolder(folder).read()).isNull();
  }

  @Test
  void shouldNameTheFileWhenItIsDamaged() throws IOException {
    Files.writeString(folder.resolve("cluster.json"), "{\"controllers\":[");
    StateFolder damaged = new StateFolder(folder);
    assertThatThrownBy(damaged::read)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("cluster.json")
        .hasMessageContaining("backup");
  }

  @Test
  void shouldReplaceTheRecordWhole() {
    StateFolder state = new StateFolder(folder);
    ClusterRecord record = plan().record();
    state.write(record);
    state.write(record);
    assertThat(state.read()).isEqualTo(record);
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void shouldPlanAProcessForEachNodeAndOneForAllEmulated() {
    ClusterPlan plan = plan();
    assertThat(plan.record().controllers())
        .extracting(ClusterRecord.Controller::name)
        .containsExactly("c1", "c2");
    assertThat(plan.record().nodes())
        .extracting(ClusterRecord.Node::names)
        .containsExactly("n001", "n[002-004]");
    assertThat(plan.files()).hasSize(5);
  }

  @Test
  void shouldWriteWhatTheControllersMustAgreeOnOnce() {
    Map<Path, String> files = plan().files();
    String common = files.get(folder.resolve("config/cluster.conf"));
    String first = files.get(folder.resolve("config/c1.conf"));
    String second = files.get(folder.resolve("config/c2.conf"));
    assertThat(common)
        .contains("pliant.state-dir = \"" + folder + "\"")
        .contains("{ name = \"main\", default = true, nodes = \"*\" }")
        .contains("{ name = \"debug\", default = false, nodes = \"n001\" }")
        .contains("pliant.timing.audit = \"1s\"")
        .contains("operators = [\"ada\"]")
        .contains("pliant.node.power.sensor = \"none\"");
    assertThat(first).contains("port = 1, seeds = [\"127.0.0.1:1\", \"127.0.0.1:2\"]");
    assertThat(second).contains("port = 2, seeds = [\"127.0.0.1:1\", \"127.0.0.1:2\"]");
    assertThat(second)
        .contains("agents { host = \"127.0.0.1\", port = 4 }")
        .contains("port = 6, socket = ");
  }

  @Test
  void shouldTellNodesOfAllAgentPorts() {
    assertThat(plan().files().get(folder.resolve("config/emulated.conf")))
        .contains("names = \"n[002-004]\"")
        .contains("controllers = [\"127.0.0.1:3\", \"127.0.0.1:4\"]")
        .contains("cpus = 4")
        .contains("memory = 2048");
  }

  @Test
  void shouldMakeSocketsElsewhereWhenTheFolderHasALongName() {
    StateFolder deep = new StateFolder(Path.of("/tmp/" + "x".repeat(100)));
    assertThat(deep.socketFolder(7).toString()).startsWith("/tmp/pliant-7-").hasSizeLessThan(40);
    assertThat(new StateFolder(Path.of("/tmp/x")).socketFolder(7)).isEqualTo(Path.of("/tmp/x/run"));
  }

  @Test
  void shouldPreferTheFolderGivenThenTheVariableThenTheHome() {
    Map<String, String> environment = Map.of("PLIANT_HOME", "/tmp/b");
    assertThat(StateFolder.locate(Path.of("/tmp/a"), environment).path())
        .isEqualTo(Path.of("/tmp/a"));
    assertThat(StateFolder.locate(null, environment).path()).isEqualTo(Path.of("/tmp/b"));
    assertThat(StateFolder.locate(null, Map.of()).path().getFileName()).hasToString(".pliant");
  }

  private ClusterPlan plan() {
    StateFolder state = new StateFolder(folder);
    int n = LAYOUT.controllers();
    List<ControllerAddress> addresses =
        IntStream.rangeClosed(1, n)
            .mapToObj(i -> new ControllerAddress("127.0.0.1", i, n + i, 2 * n + i, 3 * n + i))
            .toList();
    return ClusterPlan.of(state, LAYOUT, folder.resolve("run"), addresses, "ada");
  }
}
