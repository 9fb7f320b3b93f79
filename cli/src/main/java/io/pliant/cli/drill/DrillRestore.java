package io.pliant.cli.drill;

import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.cluster.Folders;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.drill.history.History.Rewind;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Sets the journal of all controllers back to a backup, as docs/operations.md says. */
final class DrillRestore {
  private static final Duration AFTER_BACKUP = Duration.ofSeconds(3);

  private final LocalCluster cluster;
  private final Path program;
  private final Controllers client;
  private int done;

  /**
   * @param program the launcher {@code pliant}
   */
  DrillRestore(LocalCluster cluster, Path program, Controllers client) {
    this.cluster = cluster;
    this.program = program;
    this.client = client;
  }

  /** Backup, some work, the end of all controllers, restore; agents and tasks go on meanwhile. */
  Rewind run() throws IOException, InterruptedException {
    Path backup = cluster.folder().path().resolve("backup-" + ++done);
    double from = DrillLoad.now();
    client.text(Request.post("/v1/journal/backup", Json.write(Map.of("to", backup.toString()))));
    Thread.sleep(AFTER_BACKUP.toMillis());
    List<ClusterRecord.Controller> controllers = cluster.record().controllers();
    DrillFaults.signal(controllers.stream().map(ClusterRecord.Controller::pid).toList(), "TERM");
    DrillFaults.awaitGone(controllers);
    double until = DrillLoad.now();
    Path journal = cluster.folder().journalFolder();
    Files.move(journal, journal.resolveSibling("journal-before-" + done));
    for (ClusterRecord.Controller controller : controllers) {
      HostCommand.run(
          List.of(
              program.toString(),
              "runtime",
              "journal",
              "restore",
              "--from",
              backup.toString(),
              "--config",
              controller.config()));
    }
    cluster.startMissing();
    Folders.remove(backup);
    return new Rewind(from, until);
  }
}
