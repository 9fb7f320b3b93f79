package io.pliant.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.JobEventEntry;
import io.pliant.api.LiveNodes;
import io.pliant.api.LiveNodes.LiveNode;
import io.pliant.api.PartitionEntry;
import io.pliant.api.QueueWindow;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TopPageTest {
  private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");
  private static final PartitionName MAIN = new PartitionName("main");

  private final ClusterNow cluster = new ClusterNow(NOW.minusSeconds(90));

  private static LiveNode node(String name, String state, int used) {
    return new LiveNode(new NodeName(name), MAIN, state, "", 4, used, 100, 0, List.of(), null);
  }

  private static PartitionEntry partition(int waiting) {
    return new PartitionEntry(
        MAIN,
        true,
        "easy",
        1,
        "c1",
        2,
        3,
        12,
        2,
        waiting,
        null,
        60,
        null,
        null,
        "no round",
        null,
        null,
        null,
        null);
  }

  private static JobEventEntry event(String type, Duration ago) {
    return new JobEventEntry(1, new JobId(7), type, NOW.minus(ago), Map.of(), null);
  }

  private String page() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(print, print, false, false, 0);
    new TopPage(terminal, cluster.known(NOW), new QueueWindow(0, 2, List.of()), NOW).print();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldTellOfNodesPartitionsAndWhatHappens() throws InterruptedException {
    cluster.linked(null);
    cluster.take(
        new LiveNodes(
            true,
            List.of(node("n1", "mixed", 3), node("n2", "idle", 0), node("n3", "idle", 0)),
            List.of()));
    assertThat(cluster.awaitFirst(Duration.ofMillis(1))).isFalse();
    cluster.take(List.of(partition(5)));
    assertThat(cluster.awaitFirst(Duration.ofMillis(1))).isTrue();
    cluster.take(new LiveNodes(false, List.of(node("n2", "down", 0)), List.of(new NodeName("n3"))));
    cluster.take(event("JobEnded", Duration.ofSeconds(70)));
    cluster.take(event("JobStarted", Duration.ofSeconds(50)));
    cluster.take(event("JobStarted", Duration.ofSeconds(5)));

    assertThat(page())
        .contains(
            "1 down, 1 mixed",
            "3 of 8 used (37 %)",
            "2 run, 5 wait; in the last 60 s 2 started, 0 ended",
            "ALARM main: no round",
            "and 2 more that run",
            "job 7         JobStarted")
        .containsPattern("main +easy +2/3 +12 +3 +2 +5 +c1");
  }

  @Test
  void shouldSayWhenItMayBeOld() {
    assertThat(page()).contains("connecting ...", "Nodes  none");
    cluster.linked(null);
    cluster.asked("the list of jobs is old: no controller answers");
    assertThat(page()).contains("the list of jobs is old");
    cluster.linked("no controller answers; trying on ...");
    assertThat(page()).contains("trying on");
  }
}
