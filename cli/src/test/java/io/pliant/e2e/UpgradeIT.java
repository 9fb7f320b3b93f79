package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The state folder of a cluster of an earlier version, as commit fde7255 left it: journal, node
 * folders and configuration, with jobs in every state and one that was resized. That version had no
 * certificates, no control groups and no epochs.
 */
final class UpgradeIT {
  private static final String STATE = "state-fde7255.tgz";
  private static final String MADE_IN = "/srv/pliant";
  private static final List<Integer> PORTS = List.of(17_831, 17_832, 17_833, 17_834);
  private static final int RESIZED = 6;
  private static final List<Integer> RUNNING = List.of(7, 8);
  private static final int WAITING = 9;
  private static final int HELD = 10;
  private static final int BEGINS_IN_2037 = 11;

  @TempDir Path work;

  @AfterEach
  void stopTheCluster() {
    if (Files.exists(folder())) {
      pliant().run("down").expectSuccess();
    }
  }

  @Test
  void shouldGoOnWithTheStateOfAnEarlierVersion() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "its jobs are root's");
    unpack();

    // what still names another place would mix the two
    assertThat(pliant().run("up").err())
        .contains("Expected the cluster in " + folder() + " to have been made there")
        .contains(MADE_IN);
    name(folder());
    pliant().run("up").expectSuccess();

    // what was, is
    Map<Integer, String> before =
        new TreeMap<>(Map.of(1, "COMPLETED", 2, "FAILED", 3, "COMPLETED"));
    before.putAll(Map.of(4, "COMPLETED", 5, "CANCELLED", RESIZED, "COMPLETED"));
    before.forEach((job, status) -> assertThat(cluster().statusOf(job)).isEqualTo(status));
    assertThat(cluster().sizes(RESIZED)).hasSize(2);
    assertThat(pliant().run("nodes", "-l").expectSuccess())
        .containsPattern("n003 +main +drained .*a loose cable");
    assertThat(pliant().run("show", Integer.toString(RUNNING.getLast())).expectSuccess())
        .contains("kept");

    // tasks that are gone start again, and give way to those that waited for their nodes
    RUNNING.forEach(job -> awaitStatus(job, "RUNNING"));
    pliant().run("cancel", "7", "8").expectSuccess();
    RUNNING.forEach(job -> awaitStatus(job, "CANCELLED"));
    awaitStatus(WAITING, "COMPLETED");
    assertThat(cluster().statusOf(HELD)).isEqualTo("PENDING");
    pliant().run("release", Integer.toString(HELD)).expectSuccess();
    awaitStatus(HELD, "COMPLETED");

    // what is new is kept beside it
    long fresh = Long.parseLong(submit("--wrap", "exit 0"));
    assertThat(fresh).isGreaterThan(BEGINS_IN_2037);
    awaitStatus(fresh, "COMPLETED");
    pliant().run("down").expectSuccess();
    pliant().run("up").expectSuccess();
    assertThat(cluster().statusOf(fresh)).isEqualTo("COMPLETED");
    assertThat(cluster().statusOf(BEGINS_IN_2037)).isEqualTo("PENDING");
    assertThat(cluster().sizes(RESIZED)).hasSize(2);
  }

  private String submit(String... words) {
    List<String> line = new ArrayList<>(List.of("--parsable", "-o", "/dev/null"));
    line.addAll(List.of(words));
    return pliant().run("submit", line.toArray(String[]::new)).expectSuccess();
  }

  private void awaitStatus(long job, String status) {
    RunningCluster.await(
        "job " + job + " to be " + status, PATIENCE, () -> cluster().statusOf(job).equals(status));
  }

  private void unpack() throws IOException, InterruptedException {
    Path archive = work.resolve(STATE);
    try (InputStream stored = Objects.requireNonNull(UpgradeIT.class.getResourceAsStream(STATE))) {
      Files.copy(stored, archive);
    }
    Process tar =
        new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", work.toString())
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();
  }

  /** What an operator does who has moved the folder; and the ports may be somebody else's now. */
  private void name(Path here) throws IOException {
    List<Integer> free = freePorts();
    List<Path> files = new ArrayList<>(List.of(folder().resolve("cluster.json")));
    try (Stream<Path> configurations = Files.list(folder().resolve("config"))) {
      files.addAll(configurations.toList());
    }
    for (Path file : files) {
      String text = Files.readString(file).replace(MADE_IN, here.toString());
      for (int i = 0; i < PORTS.size(); i++) {
        text = text.replace(Integer.toString(PORTS.get(i)), Integer.toString(free.get(i)));
      }
      Files.writeString(file, text);
    }
  }

  private static List<Integer> freePorts() throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < PORTS.size(); i++) {
        sockets.add(new ServerSocket(0));
      }
      return IntStream.range(0, sockets.size())
          .mapToObj(i -> sockets.get(i).getLocalPort())
          .toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private Path folder() {
    return work.resolve("pliant");
  }

  private RunningCluster cluster() {
    return new RunningCluster(folder());
  }

  private PliantCommand pliant() {
    return PliantCommand.of(PliantCommand.root(), folder(), work);
  }
}
