package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.cluster.ClusterRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** A cluster that a plain user has started for himself is his alone. Needs root, as two users. */
@EnabledIf("io.pliant.e2e.SecondUserIT#root")
final class UsersClusterIT {
  private static final Pattern PUBLIC =
      Pattern.compile(
          "(read .*/cluster\\.json)|(list .*/(cluster|run))|(connect .*/run/c\\d+\\.sock)"
              + "|(connect .*/adapt\\.sock)");

  private Path folder;
  private PliantCommand owner;
  private OtherUser other;

  @BeforeEach
  void startAClusterAsAPlainUser() throws IOException, InterruptedException {
    folder = Files.createTempDirectory("users-cluster");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    OtherUser user = OtherUser.of(64_124, Files.createDirectory(folder.resolve("user")));
    other = OtherUser.of(64_125, Files.createDirectory(folder.resolve("other")));
    Path work = Files.createDirectory(folder.resolve("work"));
    Files.setAttribute(work, "unix:uid", user.uid());
    owner =
        PliantCommand.of(readableTree(folder.resolve("tree")), work.resolve("cluster"), work)
            .as(user)
            .with(Map.of("HOME", work.toString()));
    owner.run(PliantCommand.UP, "up", List.of("--nodes", "1")).expectSuccess();
  }

  @AfterEach
  void stopTheCluster() throws IOException {
    owner.run("down").expectSuccess();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void shouldBeItsOwnersAlone() throws IOException {
    // given
    String secret = "secret-of-a-user";
    String job =
        owner
            .run("submit", "--parsable", "--wrap", "sleep 300 # " + secret, "--time=9")
            .expectSuccess();
    RunningCluster cluster = new RunningCluster(owner.clusterFolder());
    RunningCluster.await(
        "the job to run",
        Duration.ofMinutes(5),
        () -> cluster.statusOf(Long.parseLong(job)).equals("RUNNING"));

    // when
    List<String> opened = other.tries("files", owner.clusterFolder().toString());
    ClusterRecord.Controller controller = cluster.record().controllers().getFirst();
    String socket = String.valueOf(controller.socket());
    List<String> details = other.tries("http", socket, "GET", "/v1/jobs/" + job);
    List<String> cancelled = other.tries("http", socket, "DELETE", "/v1/jobs/" + job);
    List<String> submitted =
        other.tries(
            "http",
            socket,
            "POST",
            "/v1/jobs",
            "{\"script\":\"#!/bin/bash\\nid -u\\n\",\"scriptName\":\"x\",\"scriptArguments\":[],\"options\":[],"
                + "\"command\":[],\"io\":null,\"workingDirectory\":\"/\",\"environment\":{},\"submissionKey\":null}");

    // then
    assertThat(opened).filteredOn(line -> !PUBLIC.matcher(line).matches()).isEmpty();
    assertThat(String.join("\n", details)).startsWith("200").doesNotContain(secret);
    assertThat(cancelled.getFirst()).isEqualTo("403");
    assertThat(String.join("\n", submitted))
        .as("a job of another user cannot run as the cluster's owner")
        .satisfiesAnyOf(
            answer -> assertThat(answer).startsWith("40"),
            answer -> assertThat(endOf(cluster, answer)).isEqualTo("FAILED"));
    owner.run("cancel", job).expectSuccess();
    owner.run(Duration.ofMinutes(5), "submit", List.of("--wait", "--wrap", "true")).expectSuccess();
  }

  private static String endOf(RunningCluster cluster, String answer) {
    String id = answer.replaceAll("(?s).*\"job\"\\s*:\\s*\"?(\\d+).*", "$1");
    RunningCluster.await(
        "the other's job to end",
        Duration.ofMinutes(5),
        () ->
            !List.of("PENDING", "RUNNING", "COMPLETING")
                .contains(cluster.statusOf(Long.parseLong(id))));
    return cluster.statusOf(Long.parseLong(id));
  }

  /** A copy of this working tree's build that every user can read, wherever the tree itself is. */
  private static Path readableTree(Path copy) throws IOException, InterruptedException {
    Path root = PliantCommand.root();
    Files.createDirectories(copy.resolve("target"));
    Process copying =
        new ProcessBuilder(
                List.of(
                    "sh",
                    "-c",
                    "umask 022; cd \"$1\" && cp -r pliant libexec \"$2\" && cp -r target/dist \"$2/target/\" && chmod -R a+rX \"$2\"",
                    "sh",
                    root.toString(),
                    copy.toString()))
            .inheritIO()
            .start();
    assertThat(copying.waitFor()).isZero();
    Path environment = copy.resolve("target/dist/pliant.env");
    Files.writeString(
        environment,
        Files.readString(environment, StandardCharsets.UTF_8)
            .replace(root.toString(), copy.toString()));
    return copy;
  }
}
