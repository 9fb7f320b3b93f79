package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The folder of one of two nodes is on a disk that is full: really, with a real controller. */
@Timeout(300)
class FullFolderTest {
  private static final NodeName FULL = new NodeName("n1");
  private static final NodeName WELL = new NodeName("n2");
  private static final int JOBS = 12;

  @TempDir Path dir;

  @Test
  void shouldRunAllJobsElsewhereAndOpenTheNodeOnceThereIsRoom() throws Exception {
    String settings =
        """
        pliant {
          timing { heartbeat = 200ms, remind = 500ms, audit = 1s }
          requeue.pause = 100ms
          node-faults { close-after = 2, within = 10m }
        }
        """;
    try (TestMount disk = TestMount.ofMemory(dir.resolve("disk"), "2m");
        TestSite site = TestSite.start(dir, settings)) {
      // given
      site.node(FULL, dir.resolve("disk"));
      site.node(WELL, dir.resolve("well"));
      site.awaitNode(FULL, node -> node.path("state").asText().equals("idle"), "to be idle");
      site.awaitNode(WELL, node -> node.path("state").asText().equals("idle"), "to be idle");
      Path ballast = dir.resolve("disk").resolve("ballast");
      fill(ballast);

      // when
      List<Long> jobs = new ArrayList<>();
      for (int i = 0; i < JOBS; i++) {
        jobs.add(site.submit("echo $SLURMD_NODENAME; sleep 0.2", "-o", "out%j", "-t", "5"));
      }

      // then
      for (long job : jobs) {
        site.awaitJob(job, j -> j.path("status").asText().equals("COMPLETED"), "to complete");
        assertThat(Files.readString(dir.resolve("out" + job)).strip()).isEqualTo(WELL.value());
      }
      site.awaitNode(
          FULL,
          node -> node.path("state").asText().startsWith("drain"),
          "to be closed, with the evidence");
      assertThat(site.node(FULL).path("reason").asText()).contains("No space left on device");

      Files.delete(ballast);
      site.awaitNode(FULL, node -> node.path("state").asText().equals("idle"), "to open again");
      long both = site.submit("echo $SLURMD_NODENAME", "-N", "2", "-o", "both", "-t", "5");
      site.awaitJob(both, j -> j.path("status").asText().equals("COMPLETED"), "to run on both");
      assertThat(Files.readString(dir.resolve("both")).strip()).isEqualTo(FULL.value());
    }
  }

  private static void fill(Path file) throws IOException {
    byte[] page = new byte[4096];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < 1024; i++) {
        out.write(page);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }
}
