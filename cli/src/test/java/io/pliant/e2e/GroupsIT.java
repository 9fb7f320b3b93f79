package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.EventCursor;
import io.pliant.api.JobEventEntry;
import io.pliant.api.JournalStatus;
import io.pliant.api.PartitionEntry;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Three controllers share three partitions, each of another group of the journal. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class GroupsIT {

  private Path folder;
  private PliantCommand pliant;
  private SlurmShell shell;

  @BeforeAll
  void startACluster(@TempDir Path dir) {
    folder = dir.resolve("cluster");
    pliant = PliantCommand.of(PliantCommand.root(), folder, dir);
    shell = new SlurmShell(pliant, dir, PATIENCE);
    List<String> size =
        List.of(
            "--controllers",
            "3",
            "--nodes",
            "0",
            "--emulate",
            "6",
            "--partition",
            "a:n[001-002]",
            "--partition",
            "b:n[003-004]",
            "--partition",
            "c:n[005-006]");
    pliant.run(PliantCommand.UP, "up", size).expectSuccess();
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  @Order(1)
  void shouldSpreadTheLeadersAndHostEachPartitionBesideItsOwn() {
    RunningCluster.await("each controller to lead one group", PATIENCE, this::spread);
    assertThat(pliant.plain("journal", "status", "--dir", folder.toString()).expectSuccess())
        .contains("partitions a")
        .contains("partitions b")
        .contains("partitions c");
    assertThat(pliant.plain("controller", "list", "--dir", folder.toString()).expectSuccess())
        .contains("leads group 0")
        .contains("leads group 1")
        .contains("leads group 2");
  }

  @Test
  @Order(2)
  void shouldNumberJobsByTheGroupOfTheirPartition() {
    assertThat(submit("a")).isBetween(1L, 10_000_000L);
    assertThat(submit("b")).isBetween(10_000_001L, 20_000_000L);
    assertThat(submit("c")).isBetween(20_000_001L, 30_000_000L);
  }

  @Test
  @Order(3)
  void shouldGoOnInPartitionsWhoseControllerLivesWhenAnotherIsDead() throws Exception {
    String victim = String.valueOf(hosts().get("b"));
    ClusterRecord.Controller dead = controller(victim);
    RunningCluster.kill(dead.pid());
    List<Long> jobs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      jobs.add(submit("a"));
      jobs.add(submit("c"));
    }
    assertThat(hosts()).as("nothing of theirs has moved").doesNotContainValue(victim);
    jobs.add(submit("b")); // after an election
    for (long job : jobs) {
      RunningCluster.await(
          "job " + job + " to complete",
          PATIENCE,
          () -> running().statusOf(job).equals("COMPLETED"));
    }
    pliant.run(PliantCommand.UP, "up", List.of()).expectSuccess();
    RunningCluster.await("the leaders to be spread again", PATIENCE, this::spread);
  }

  @Test
  @Order(4)
  void shouldTellTheEventsOfAllGroupsOnceAtEachController() {
    List<List<Long>> told = new ArrayList<>();
    for (ClusterRecord.Controller each : running().record().controllers()) {
      RunningCluster.await(
          "all submissions to be known at " + each.name(),
          PATIENCE,
          () -> submitted(each.name()).size() == 14);
      told.add(submitted(each.name()));
    }
    assertThat(told).containsOnly(told.getFirst());
  }

  @Test
  @Order(5)
  void shouldCopyAndCheckAllGroups(@TempDir Path copies) {
    Path backup = copies.resolve("monday");
    pliant
        .plain("journal", "backup", backup.toString(), "--dir", folder.toString())
        .expectSuccess();
    assertThat(pliant.plain("journal", "check", "--from", backup.toString()).expectSuccess())
        .contains("The backup is whole, group 0")
        .contains("The backup is whole, group 2");
  }

  /** Jobs whose submission a controller tells of, in pages of so many events. */
  private List<Long> submitted(String controller) {
    String socket = String.valueOf(controller(controller).socket());
    List<Long> jobs = new ArrayList<>();
    EventCursor cursor = EventCursor.START;
    List<JobEventEntry> page;
    do {
      String body =
          shell.said(
              "curl -sS --unix-socket %s -H 'Accept: application/json' 'http://localhost/v1/events?limit=4&cursor=%s'"
                  .formatted(socket, cursor));
      page = Answers.list(body, JobEventEntry.class);
      for (JobEventEntry event : page) {
        if (event.type().equals("JobSubmitted")) {
          jobs.add(event.job().value());
        }
        cursor = event.next();
      }
    } while (!page.isEmpty());
    return jobs.stream().sorted().toList();
  }

  /** Each controller leads one group, and hosts the partition that is kept there. */
  private boolean spread() {
    JournalStatus status =
        running().controllers().one(Request.get("/v1/journal"), JournalStatus.class);
    Map<String, String> hosts = hosts();
    return status.each().stream().map(JournalStatus.Group::leader).distinct().count() == 3
        && status.each().stream()
            .allMatch(group ->
                String.valueOf(group.leader()).equals(hosts.get(group.partitions().getFirst())));
  }

  private Map<String, String> hosts() {
    Map<String, String> hosts = new TreeMap<>();
    running()
        .controllers()
        .list(Request.get("/v1/partitions"), PartitionEntry.class)
        .forEach(partition -> hosts.put(partition.partition().value(), partition.host()));
    return hosts;
  }

  private long submit(String partition) {
    String said =
        pliant.run("submit", "-p", partition, "-o", "/dev/null", "--wrap", "true").expectSuccess();
    return Long.parseLong(said.strip().replaceAll("\\D+", ""));
  }

  private ClusterRecord.Controller controller(String name) {
    return running().record().controllers().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private RunningCluster running() {
    return new RunningCluster(folder);
  }
}
