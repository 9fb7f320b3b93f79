package io.pliant.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.http.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Another local user against each file, process, socket and port of a cluster that root has
 * started: he can read nothing that is private, forge nothing and stop nothing. Needs root, which
 * alone can be two users.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIf("root")
final class SecondUserIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int UID = 64_123;
  private static final List<String> SECRETS =
      List.of("secret-of-script", "secret-of-argument", "secret-of-environment", "secret-of-step");

  /** What everybody may open: where the cluster is, and its sockets. */
  private static final Pattern PUBLIC =
      Pattern.compile(
          "(read .*/cluster\\.json)|(list (/tmp/[^/]+/cluster|.*/run))|(connect .*/run/c\\d+\\.sock)"
              + "|(connect .*/adapt\\.sock)");

  /**
   * Body of each operation that changes something of root's. An operation that is new in the API's
   * file has to be added here.
   */
  private static final Map<String, String> CHANGES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("delete /v1/jobs/{job}", ""),
              Map.entry("post /v1/jobs/{job}/hold", ""),
              Map.entry("post /v1/jobs/{job}/release", ""),
              Map.entry("post /v1/jobs/{job}/requeue", ""),
              Map.entry("post /v1/jobs/{job}/suspend", ""),
              Map.entry("post /v1/jobs/{job}/resume", ""),
              Map.entry("post /v1/jobs/{job}/update", "{\"nice\":\"5\"}"),
              Map.entry("post /v1/jobs/top", "{\"jobs\":[\"1\"]}"),
              Map.entry("post /v1/jobs/{job}/adapt", "{\"nodes\":1}"),
              Map.entry(
                  "post /v1/jobs/{job}/steps",
                  "{\"name\":\"x\",\"nodes\":1,\"tasks\":1,\"cpusPerTask\":1,\"command\":[\"id\"],"
                      + "\"environment\":{},\"workingDirectory\":\"/\","
                      + "\"files\":{\"output\":\"x\",\"error\":null,\"input\":null,\"append\":false},\"io\":null}"),
              Map.entry(
                  "post /v1/jobs/{job}/steps/{step}/onlookers",
                  "{\"host\":\"127.0.0.1\",\"port\":9,\"secret\":\"0123abcd\",\"usage\":true}"),
              Map.entry("post /v1/journal/backup", "{\"folder\":\"/tmp/backup-of-another\"}"),
              Map.entry("post /v1/journal/members", "{\"remove\":\"c1\"}"),
              Map.entry("post /v1/journal/leader", "{\"member\":\"c1\"}"),
              Map.entry("delete /v1/nodes/{node}", ""),
              Map.entry("post /v1/nodes/words", "{\"nodes\":\"n1\"}"),
              Map.entry("post /v1/nodes/{node}/drain", "{\"reason\":\"x\"}"),
              Map.entry("post /v1/nodes/{node}/resume", ""),
              Map.entry(
                  "post /v1/reservations",
                  "{\"name\":\"x\",\"partition\":\"main\",\"end\":\"2099-01-01T00:00:00Z\",\"nodes\":1}"),
              Map.entry("post /v1/reservations/{partition}/{reservation}", "{\"users\":[\"x\"]}"),
              Map.entry("delete /v1/reservations/{partition}/{reservation}", ""),
              Map.entry("post /v1/power", "{\"lower\":0,\"upper\":100}"),
              Map.entry("delete /v1/power", "")));

  private Path folder;
  private PliantCommand pliant;
  private RunningCluster cluster;
  private OtherUser other;
  private String job = "";
  private Set<Path> temporaryBefore = Set.of();

  static boolean root() {
    if (System.getProperty("user.name").equals("root")) {
      return true;
    }
    System.out.println("SecondUserIT is left out: only root can try to be another user.");
    return false;
  }

  @BeforeAll
  void startAClusterAsRoot() throws IOException {
    temporaryBefore = temporary();
    folder = Files.createTempDirectory("second-user");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    other = OtherUser.of(UID, folder);
    Path work = Files.createDirectory(folder.resolve("work"));
    pliant = PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), work);
    pliant
        .run(PliantCommand.UP, "up", List.of("--controllers", "3", "--nodes", "2"))
        .expectSuccess();
    cluster = new RunningCluster(folder.resolve("cluster"));
    Files.writeString(
        work.resolve("job.sh"),
        "#!/bin/bash\n#SBATCH -N1\n# secret-of-script\nsrun -n1 sh -c 'sleep 600 # secret-of-step' secret-of-step\n");
    job =
        pliant
            .with(Map.of("HIDDEN", "secret-of-environment"))
            .run("submit", "--parsable", "job.sh", "secret-of-argument")
            .expectSuccess();
    RunningCluster.await(
        "root's job to run its step",
        Duration.ofMinutes(5),
        () ->
            cluster.get("/v1/jobs/" + job).get("steps").list().stream()
                    .filter(step -> step.get("status").text().equals("RUNNING"))
                    .count()
                == 2);
  }

  @AfterEach
  void shouldRunAJobAfterEachAttack() {
    assertThat(cluster.statusOf(Long.parseLong(job))).isEqualTo("RUNNING");
    pliant
        .run(Duration.ofMinutes(5), "submit", List.of("--wait", "-N1", "--wrap", "true"))
        .expectSuccess();
  }

  @AfterAll
  void stopTheCluster() throws IOException {
    if (cluster != null) {
      pliant.run("cancel", job).expectSuccess();
      RunningCluster.await(
          "root's job to end",
          Duration.ofMinutes(5),
          () -> !cluster.statusOf(Long.parseLong(job)).equals("RUNNING"));
      pliant.run("down").expectSuccess();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void shouldOpenNoFileToAnotherUser() {
    List<String> opened = other.tries("files", folder.resolve("cluster").toString());

    assertThat(opened).isNotEmpty();
    assertThat(opened).filteredOn(line -> !PUBLIC.matcher(line).matches()).isEmpty();
  }

  @Test
  void shouldLeaveNothingInSharedFoldersThatAnotherUserCanChange() throws IOException {
    Set<Path> made = temporary();
    made.removeAll(temporaryBefore);
    made.remove(folder);
    for (Path path : made) {
      assertThat(other.tries("files", path.toString()))
          .as("what another user can do with %s", path)
          .noneMatch(line -> line.startsWith("write ") || line.startsWith("remove "));
    }
  }

  @Test
  void shouldHideProcessesAndTheirSecrets() {
    List<String> pids = new ArrayList<>();
    for (long pid : pids()) {
      pids.add(Long.toString(pid));
      ProcessHandle.of(pid).stream()
          .flatMap(ProcessHandle::descendants)
          .forEach(process -> pids.add(Long.toString(process.pid())));
    }
    List<String> words = new ArrayList<>(List.of("processes"));
    words.addAll(pids);

    List<String> seen = other.tries(words.toArray(String[]::new));

    assertThat(seen).filteredOn(line -> !line.startsWith("line ")).isEmpty();
    assertThat(seen)
        .noneMatch(line -> line.contains("secret-of-environment") || line.contains("PLIANT_TOKEN"));
  }

  @Test
  void shouldKnowEveryOperationOfTheApi() throws IOException {
    Set<String> operations = new TreeSet<>();
    forEachOperation((method, path) -> operations.add(method + " " + path));

    Set<String> changes =
        operations.stream().filter(o -> !o.startsWith("get ")).collect(Collectors.toSet());
    changes.remove("post /v1/jobs"); // in one's own name
    changes.remove("post /v1/jobs:batch"); // likewise
    changes.remove("post /v1/jobs/check"); // changes nothing
    changes.remove("post /v1/console/links"); // for one's own name
    changes.remove("post /v1/console/login"); // takes nothing but a word of such a link
    assertThat(CHANGES.keySet()).isEqualTo(changes);
  }

  @Test
  void shouldRefuseEachChangeOfWhatIsAnothers() {
    for (ClusterRecord.Controller controller : cluster.record().controllers()) {
      CHANGES.forEach((operation, body) -> {
        String[] words = operation.split(" ", 2);
        List<String> answer =
            other.tries(
                "http",
                String.valueOf(controller.socket()),
                words[0].toUpperCase(Locale.ROOT),
                filled(words[1]),
                body);
        assertThat(answer.getFirst()).as("%s: %s", operation, answer).isEqualTo("403");
      });
    }
    assertThat(cluster.get("/v1/nodes").list())
        .allMatch(node -> !node.get("state").text().equals("drained"));
  }

  @Test
  void shouldTellNoSecretOfAnothersJob() throws IOException {
    String socket = String.valueOf(cluster.record().controllers().getLast().socket());
    Set<String> read = new TreeSet<>();
    forEachOperation((method, path) -> {
      if (method.equals("get")) {
        String answer = String.join("\n", other.tries("http", socket, "GET", filled(path)));
        assertThat(answer).as(path).doesNotContain(SECRETS);
        assertThat(answer).as(path).doesNotStartWith("5");
        read.add(path);
      }
    });
    assertThat(read).contains("/v1/jobs/{job}", "/v1/jobs/{job}/steps/{step}", "/v1/history");
    assertThat(pliant.run("show", "--json", job).expectSuccess()).contains("secret-of-argument");
  }

  @Test
  void shouldBelieveNobodyOnPorts() throws IOException {
    Map<Integer, Long> ports = listening(pids());
    assertThat(ports).hasSizeGreaterThanOrEqualTo(4 * 3);
    Set<Integer> http =
        cluster.record().controllers().stream()
            .map(c -> Integer.parseInt(c.http().substring(c.http().lastIndexOf(':') + 1)))
            .collect(Collectors.toSet());
    Map<String, byte[]> openings =
        Map.of(
            "remoting", "AKKA\u0001".getBytes(UTF_8),
            "http/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(UTF_8),
            "a request",
                "GET /v1/jobs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(UTF_8),
            "a frame", new byte[] {0, 0, 0, 4, (byte) 0xa1, 0x61, 0x61, 0x01},
            "a long frame", new byte[] {0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff, 1, 2, 3},
            "garbage", HexFormat.of().parseHex("00ff".repeat(5000)));
    for (int port : ports.keySet()) {
      for (Map.Entry<String, byte[]> opening : openings.entrySet()) {
        List<String> answer =
            other.tries("say", "tcp:" + port, HexFormat.of().formatHex(opening.getValue()));
        String text =
            answer.isEmpty() ? "" : new String(HexFormat.of().parseHex(answer.getFirst()), UTF_8);
        if (http.contains(port)) {
          assertThat(text).as("HTTP port, %s", opening.getKey()).doesNotContain(SECRETS);
          if (opening.getKey().equals("a request")) {
            assertThat(text).startsWith("HTTP/1.1 401");
          }
        } else {
          // at most the alert that ends a TLS connection
          assertThat(text.length())
              .as("port %d, %s: %s", port, opening.getKey(), text)
              .isLessThan(16);
        }
      }
    }
  }

  private List<Long> pids() {
    List<Long> pids = new ArrayList<>();
    cluster.record().controllers().forEach(c -> pids.add(c.pid()));
    cluster.record().nodes().forEach(n -> pids.add(n.pid()));
    return pids;
  }

  private String filled(String path) {
    return path.replace("{job}", job)
        .replace("{step}", "0")
        .replace("{node}", "n001")
        .replace("{partition}", "main")
        .replace("{reservation}", "x");
  }

  private interface Operation {
    void of(String method, String path);
  }

  private void forEachOperation(Operation each) throws IOException {
    JsonNode api = JSON.readTree(cluster.controllers().text(Request.get("/v1/openapi.json")));
    api.get("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .fieldNames()
                .forEachRemaining(method -> {
                  if (Set.of("get", "post", "put", "delete", "patch").contains(method)) {
                    each.of(method, path.getKey());
                  }
                }));
  }

  /** Ports that these processes listen on, with the process. */
  private static Map<Integer, Long> listening(List<Long> pids) throws IOException {
    Map<String, Integer> portOfInode = new TreeMap<>();
    Pattern line =
        Pattern.compile("\\s*\\d+: [0-9A-F]+:([0-9A-F]{4}) \\S+ 0A(?:\\s+\\S+){5}\\s+(\\d+).*");
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String row : Files.readAllLines(Path.of(table))) {
        Matcher matcher = line.matcher(row);
        if (matcher.matches()) {
          portOfInode.put(matcher.group(2), Integer.parseInt(matcher.group(1), 16));
        }
      }
    }
    Map<Integer, Long> ports = new TreeMap<>();
    for (long pid : pids) {
      try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
        for (Path file : open.toList()) {
          String target = Files.isSymbolicLink(file) ? Files.readSymbolicLink(file).toString() : "";
          if (target.startsWith("socket:[")) {
            Integer port = portOfInode.get(target.substring(8, target.length() - 1));
            if (port != null) {
              ports.put(port, pid);
            }
          }
        }
      }
    }
    return ports;
  }

  private static Set<Path> temporary() throws IOException {
    Set<Path> found = new TreeSet<>();
    for (String shared : List.of("/tmp", "/var/tmp", "/dev/shm", "/run")) {
      try (Stream<Path> all = Files.list(Path.of(shared))) {
        all.forEach(found::add);
      }
    }
    return found;
  }
}
