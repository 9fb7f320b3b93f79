package io.pliant.cli.command;

import io.pliant.api.BackupTaken;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code journal backup}. */
@Command(description = "Copy the whole journal to a new folder while the cluster runs.")
final class JournalBackupCommand implements Callable<Integer> {
  private final Context context;
  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(
      paramLabel = "FOLDER",
      description = "Folder on the controller's host; it must not exist yet.")
  private Path to = Path.of("");

  JournalBackupCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Path folder = to.toAbsolutePath().normalize();
    String body =
        access
            .connect(context)
            .text(Request.post("/v1/journal/backup", Json.write(Map.of("to", folder.toString()))));
    BackupTaken done = Answers.one(body, BackupTaken.class);
    context
        .terminal()
        .out()
        .println(
            access.json()
                ? body
                : "Copied to %s: log entry %d, event %d."
                    .formatted(folder, done.entry(), done.event()));
    return 0;
  }
}
