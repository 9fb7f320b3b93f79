package io.pliant.cli.command;

import io.pliant.api.BackupTaken;
import io.pliant.api.JournalStatus;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.core.format.SizeText;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The controllers' own journal: how it stands, checking, copying, restoring. */
@Command(
    name = "journal",
    description = "Show, check, copy or restore the journal of the controllers.",
    synopsisSubcommandLabel =
        "(status | check | backup | restore | renew | export | import | found)",
    footer = {
      "",
      "Examples:",
      "  pliant journal status",
      "  pliant journal backup /backup/monday       while the cluster runs",
      "  pliant journal check --from /backup/monday",
      "  pliant journal export /backup/monday events.jsonl",
      "  pliant journal import events.jsonl /backup/again",
      "  pliant down && pliant journal restore /backup/monday && pliant up"
    })
public final class JournalCommand implements Callable<Integer> {
  private JournalCommand() {}

  /** The command with its parts. */
  public static CommandLine create(Context context) {
    CommandLine journal = new CommandLine(new JournalCommand());
    journal.addSubcommand("status", new Status(context));
    journal.addSubcommand("check", new Check(context));
    journal.addSubcommand("backup", new Backup(context));
    journal.addSubcommand("restore", new Restore(context));
    journal.addSubcommand("renew", new Renew(context));
    journal.addSubcommand("export", new Export(context));
    journal.addSubcommand("import", new Import(context));
    journal.addSubcommand("found", new Found(context));
    return journal;
  }

  @Override
  public Integer call() {
    throw CommandFailure.usage(
        "Expected status, check, backup, restore, renew, export, import or found after 'pliant journal'. See pliant journal --help.");
  }

  /** {@code journal status}. */
  @Command(description = "Show how the journal stands: leader, members, what waits, disk.")
  static final class Status implements Callable<Integer> {
    private final Context context;
    @Mixin private ClusterAccess access = new ClusterAccess();

    Status(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      String body = access.connect(context).text(Request.get("/v1/journal"));
      if (access.json()) {
        context.terminal().out().println(body);
      } else {
        show(Answers.one(body, JournalStatus.class), context.terminal().out());
      }
      return 0;
    }

    private static void show(JournalStatus status, PrintStream out) {
      String leader = status.leader();
      String trouble = status.trouble();
      out.println("Answered by  " + status.self());
      out.println(
          "Leader       "
              + (leader == null
                  ? "none: nothing is acknowledged until more than half of the members run"
                  : leader + ", term " + status.term()));
      for (JournalStatus.Standing member : status.members()) {
        long behind = member.behind();
        out.println(
            "Member       %s  %s%s"
                .formatted(
                    member.name(),
                    member.address(),
                    behind < 0 ? "" : behind == 0 ? "  up to date" : "  " + behind + " behind"));
      }
      out.println(
          "Entries      %d, snapshot at %d, events %d"
              .formatted(status.applied(), status.snapshot(), status.position()));
      out.println(
          "Writes       %d acknowledged in %d entries, %d waiting, %d refused"
              .formatted(
                  status.acknowledged(), status.entries(), status.waiting(), status.refused()));
      out.println(
          "Disk         %s used, %s free"
              .formatted(
                  SizeText.megabytes((int) (status.bytes() >> 20)),
                  SizeText.megabytes((int) (status.free() >> 20))));
      out.println("Alarm        " + (trouble == null ? "none" : trouble));
    }
  }

  /** {@code journal backup}. */
  @Command(description = "Copy the whole journal to a new folder while the cluster runs.")
  static final class Backup implements Callable<Integer> {
    private final Context context;
    @Mixin private ClusterAccess access = new ClusterAccess();

    @Parameters(
        paramLabel = "FOLDER",
        description = "Folder on the controller's host; it must not exist yet.")
    private Path to = Path.of("");

    Backup(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      Path folder = to.toAbsolutePath().normalize();
      String body =
          access
              .connect(context)
              .text(
                  Request.post("/v1/journal/backup", Json.write(Map.of("to", folder.toString()))));
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

  /** {@code journal check}. */
  @Command(
      description =
          "Read all of a backup, or of the journals of a cluster that is down, for damage.")
  static final class Check implements Callable<Integer> {
    private final Context context;
    @Mixin private Place place = new Place();

    @Option(names = "--from", paramLabel = "BACKUP", description = "Folder of a backup.")
    private @Nullable Path from;

    Check(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      return from != null
          ? RuntimeProgram.run(context, List.of("journal", "check", "--from", absolute(from)))
          : place.each(context, List.of("journal", "check"));
    }
  }

  /** {@code journal restore}. */
  @Command(
      description = {
        "Begin again with a backup: every controller of the cluster gets the same one.",
        "The cluster must be down, and its journal folders moved away or empty."
      })
  static final class Restore implements Callable<Integer> {
    private final Context context;
    @Mixin private Place place = new Place();

    @Parameters(paramLabel = "BACKUP", description = "Folder of the backup.")
    private Path from = Path.of("");

    Restore(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      return place.each(context, List.of("journal", "restore", "--from", absolute(from)));
    }
  }

  /** {@code journal renew}. */
  @Command(
      description = {
        "Begin a new epoch at the next start, as after a restore: job numbers jump, nodes forget earlier terms.",
        "For a database that was restored with its own tools. The cluster must be down; of several hosts one is enough."
      })
  static final class Renew implements Callable<Integer> {
    private final Context context;
    @Mixin private Place place = new Place();

    Renew(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      return place.each(
          context, List.of("journal", "renew", "--word", "renewed at " + Instant.now()));
    }
  }

  /** {@code journal export}. */
  @Command(description = "Write a backup as lines of JSON that a person can read.")
  static final class Export implements Callable<Integer> {
    private final Context context;

    @Parameters(index = "0", paramLabel = "BACKUP", description = "Folder of the backup.")
    private Path from = Path.of("");

    @Parameters(index = "1", paramLabel = "FILE", description = "File to write.")
    private Path to = Path.of("");

    Export(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      return RuntimeProgram.run(
          context, List.of("journal", "export", "--from", absolute(from), "--to", absolute(to)));
    }
  }

  /** {@code journal import}. */
  @Command(description = "Make a backup of such lines, to be restored.")
  static final class Import implements Callable<Integer> {
    private final Context context;

    @Parameters(index = "0", paramLabel = "FILE", description = "File of lines.")
    private Path from = Path.of("");

    @Parameters(index = "1", paramLabel = "BACKUP", description = "Folder to make.")
    private Path to = Path.of("");

    Import(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      return RuntimeProgram.run(
          context, List.of("journal", "import", "--from", absolute(from), "--to", absolute(to)));
    }
  }

  /** {@code journal found}. */
  @Command(
      description = "Mark the empty journal folder of one controller of several as a new one's.")
  static final class Found implements Callable<Integer> {
    private final Context context;
    @Mixin private Place place = new Place();

    Found(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      return place.each(context, List.of("journal", "found"));
    }
  }

  /** Which controllers' files are meant: those of a cluster that is down, or one by its file. */
  static final class Place {
    @Option(
        names = "--dir",
        paramLabel = "DIR",
        description =
            "State folder of a cluster of this host. Default: $PLIANT_HOME, else ~/.pliant.")
    private @Nullable Path dir;

    @Option(
        names = "--config",
        paramLabel = "FILE",
        description = "Configuration file of one controller, instead of --dir.")
    private @Nullable Path config;

    /** Runs the words with {@code --config} of each controller; stops at the first failure. */
    int each(Context context, List<String> words) {
      if (config != null) {
        return RuntimeProgram.run(context, with(words, absolute(config)));
      }
      StateFolder folder = StateFolder.locate(dir, context.environment());
      ClusterRecord record = ClusterAccess.requireRecord(folder);
      try (LocalCluster cluster = LocalCluster.open(folder, context.home(), record)) {
        cluster.requireStopped();
        for (ClusterRecord.Controller controller : cluster.record().controllers()) {
          context.terminal().out().println(controller.name() + ":");
          context.terminal().out().flush();
          int code = RuntimeProgram.run(context, with(words, controller.config()));
          if (code != 0) {
            return code;
          }
        }
      }
      return 0;
    }

    private static List<String> with(List<String> words, String config) {
      List<String> all = new ArrayList<>(words);
      all.add("--config");
      all.add(config);
      return all;
    }
  }

  static String absolute(Path path) {
    return path.toAbsolutePath().normalize().toString();
  }
}
