package io.pliant.cli.command;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
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
        "(status | check | backup | restore | renew | export | import | found | join)",
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
    journal.addSubcommand("status", new JournalStatusCommand(context));
    journal.addSubcommand("check", new Check(context));
    journal.addSubcommand("backup", new JournalBackupCommand(context));
    journal.addSubcommand("restore", new Restore(context));
    journal.addSubcommand("renew", new Renew(context));
    journal.addSubcommand("export", new Export(context));
    journal.addSubcommand("import", new Import(context));
    journal.addSubcommand("found", new Found(context));
    journal.addSubcommand("join", new Join(context));
    return journal;
  }

  @Override
  public Integer call() {
    throw CommandFailure.usage(
        "Expected status, check, backup, restore, renew, export, import, found or join after 'pliant journal'. See pliant journal --help.");
  }

  /** {@code journal check}. */
  @Command(
      description =
          "Read all of a backup, or of the journals of a cluster that is down, for damage.")
  static final class Check implements Callable<Integer> {
    private final Context context;
    @Mixin private JournalPlace place = new JournalPlace();

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
    @Mixin private JournalPlace place = new JournalPlace();

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
    @Mixin private JournalPlace place = new JournalPlace();

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
    @Mixin private JournalPlace place = new JournalPlace();

    Found(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      return place.each(context, List.of("journal", "found"));
    }
  }

  /** {@code journal join}. */
  @Command(
      description =
          "Mark the empty journal folder of a new controller as one that waits to be added to a running cluster.")
  static final class Join implements Callable<Integer> {
    private final Context context;

    @Option(
        names = "--config",
        paramLabel = "FILE",
        required = true,
        description = "Configuration file of the new controller.")
    private Path config = Path.of("");

    @Option(
        names = "--groups",
        paramLabel = "N",
        required = true,
        description = "Groups of the running journal, as 'pliant journal status' says.")
    private int groups;

    Join(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      return RuntimeProgram.run(
          context,
          List.of(
              "journal",
              "join",
              "--groups",
              Integer.toString(groups),
              "--config",
              absolute(config)));
    }
  }

  static String absolute(Path path) {
    return path.toAbsolutePath().normalize().toString();
  }
}
