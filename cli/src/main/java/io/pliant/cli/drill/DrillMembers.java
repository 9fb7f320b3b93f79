package io.pliant.cli.drill;

import io.pliant.api.JournalStatus;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Json;
import java.util.Map;

/** Changes which controllers there are while jobs come in. */
final class DrillMembers {

  private final LocalCluster cluster;
  private final Controllers client;

  DrillMembers(LocalCluster cluster, Controllers client) {
    this.cluster = cluster;
    this.client = client;
  }

  /** Adds a controller, has it lead, and removes it; returns its name. */
  String addLeadRemove() throws InterruptedException {
    JournalStatus before = status();
    LocalCluster.Added added =
        cluster.addController(
            before.members().stream().map(JournalStatus.Standing::name).toList(),
            before.each().size());
    ask("/v1/journal/members", Map.of("add", added.member()), added.name(), true);
    cluster.rewriteLists();
    cluster.restartAgents();
    lead(added.name());
    ask("/v1/journal/members", Map.of("remove", added.name()), added.name(), false);
    cluster.removeController(added.name());
    cluster.rewriteLists();
    cluster.restartAgents();
    return added.name();
  }

  private JournalStatus status() {
    return client.one(Request.get("/v1/journal"), JournalStatus.class);
  }

  private void lead(String name) throws InterruptedException {
    long end = System.nanoTime() + DrillCommand.PATIENCE.toNanos();
    String last = "";
    while (System.nanoTime() < end) {
      if (status().each().stream().allMatch(group -> name.equals(group.leader()))) {
        return;
      }
      last = sent("/v1/journal/leader", Map.of("name", name));
      Thread.sleep(500);
    }
    throw CommandFailure.operational(
        "Expected %s, whose process %s, to lead within %d s, but: %s"
            .formatted(
                name, runs(name) ? "runs" : "is gone", DrillCommand.PATIENCE.toSeconds(), last));
  }

  private boolean runs(String name) {
    return cluster.record().controllers().stream()
        .filter(controller -> controller.name().equals(name))
        .anyMatch(controller ->
            ProcessHandle.of(controller.pid()).filter(ProcessHandle::isAlive).isPresent());
  }

  /** Asks until the group has agreed; a repetition after a lost answer does no harm. */
  private void ask(String path, Map<String, Object> body, String name, boolean there)
      throws InterruptedException {
    long end = System.nanoTime() + DrillCommand.PATIENCE.toNanos();
    String last = "";
    while (System.nanoTime() < end) {
      last = sent(path, body);
      if (status().agrees(name, there)) {
        return;
      }
      Thread.sleep(500);
    }
    throw CommandFailure.operational(
        "Expected the members to agree on %s within %d s, but: %s"
            .formatted(body, DrillCommand.PATIENCE.toSeconds(), last));
  }

  /** Why it was refused, or empty. */
  private String sent(String path, Map<String, Object> body) {
    try {
      client.text(Request.post(path, Json.write(body)));
      return "";
    } catch (CommandFailure | ApiRefusal e) {
      return String.valueOf(e.getMessage());
    }
  }
}
