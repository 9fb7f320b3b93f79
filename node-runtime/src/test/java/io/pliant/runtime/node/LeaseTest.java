package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A frozen agent with a lease, before a real controller that counts its node as lost. */
@Timeout(300)
class LeaseTest {
  private static final NodeName FROZEN = new NodeName("n1");
  private static final NodeName OTHER = new NodeName("n2");

  /** Deaf to SIGTERM; each turn leaves a line with the attempt and the time of the host. */
  private static final String JOB =
      """
      trap '' TERM
      while [ ! -e go ]; do
        read up rest < /proc/uptime
        echo "${SLURM_RESTART_COUNT:-0} $up $SLURMD_NODENAME" >> beats
        sleep 0.05
      done
      """;

  @TempDir Path dir;

  @Test
  void shouldEndTheTasksOfAFrozenAgentBeforeTheOtherAttemptBegins() throws Exception {
    String settings =
        """
        pliant {
          timing { heartbeat = 200ms, node-timeout = 8s, remind = 500ms, audit = 1s }
          requeue.pause = 100ms
        }
        """;
    try (TestSite site = TestSite.start(dir, settings);
        AgentProcess agent =
            AgentProcess.start(dir.resolve("n1"), FROZEN, site.agentPort(), "4s", Map.of())) {
      // given: the job runs where the agent is about to freeze
      site.awaitNode(FROZEN, node -> node.path("state").asText().equals("idle"), "to be idle");
      TestNode.await(
          () -> Files.exists(dir.resolve("n1/state").resolve(FROZEN.value()).resolve("lease")),
          "a lease");
      long job = site.submit(JOB, "-o", "/dev/null", "-t", "5");
      TestNode.await(() -> spans().containsKey("0"), "the first attempt");
      site.node(OTHER, dir.resolve("n2"));
      site.awaitNode(OTHER, node -> node.path("state").asText().equals("idle"), "to be idle");

      // when
      agent.signal("STOP");
      TestNode.await(() -> spans().containsKey("1"), "the second attempt");
      agent.signal("CONT");
      site.awaitNode(FROZEN, node -> node.path("state").asText().equals("idle"), "to be back");
      Files.createFile(dir.resolve("go"));

      // then
      site.awaitJob(job, j -> j.path("status").asText().equals("COMPLETED"), "to complete");
      Map<String, Span> spans = spans();
      assertThat(spans).containsOnlyKeys("0", "1");
      Span first = Objects.requireNonNull(spans.get("0"));
      Span second = Objects.requireNonNull(spans.get("1"));
      assertThat(first.node()).isEqualTo(FROZEN.value());
      assertThat(second.node()).isEqualTo(OTHER.value());
      assertThat(first.last()).as("%s", spans).isLessThan(second.first());
    }
  }

  private record Span(String node, double first, double last) {}

  /** From when to when each attempt ran, in seconds since the host's start. */
  private Map<String, Span> spans() {
    Map<String, Span> spans = new TreeMap<>();
    try {
      Path beats = dir.resolve("beats");
      if (!Files.exists(beats)) {
        return spans;
      }
      for (String line : Files.readAllLines(beats)) {
        String[] words = line.split(" ");
        if (words.length == 3) {
          double at = Double.parseDouble(words[1]);
          spans.merge(
              words[0],
              new Span(words[2], at, at),
              (known, beat) -> new Span(known.node(), known.first(), beat.last()));
        }
      }
      return spans;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
