package io.pliant.runtime;

import io.pliant.actors.journal.JournalSettings;
import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.log.LogInspection;
import io.pliant.journal.raft.GroupFiles;
import io.pliant.journal.store.Applied;
import io.pliant.journal.store.StoreFailure;
import io.pliant.journal.tools.Backups;
import io.pliant.journal.tools.JournalImport;
import io.pliant.journal.tools.JournalLines;
import io.pliant.runtime.controller.RestoreMark;
import io.pliant.runtime.settings.ControllerSettings;
import io.pliant.runtime.settings.SettingsFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What can be done with a journal while its controller does not run. */
final class JournalCommands {
  static final String HELP =
      """
             journal found --config FILE  mark the empty journal folder of a member of several as a new one's
             journal join --groups N --config FILE
                                          mark an empty journal folder as one that waits to be added
             journal check --config FILE  read the log and the state of a controller that does not run
             journal check --from BACKUP  read every byte of a backup
             journal export --from BACKUP --to FILE
                                          write a backup as lines of JSON
             journal import --from FILE --to BACKUP
                                          make a backup of such lines
             journal restore --from BACKUP --config FILE
                                          put a backup into an empty journal folder
             journal renew --word WORD --config FILE
                                          begin a new epoch of the cluster at the next start
      """;

  private JournalCommands() {}

  /**
   * Runs a verb; IllegalArgumentException for a wrong command line, JournalRefused for the rest.
   */
  static void run(String verb, List<String> rest, PrintStream out) throws IOException {
    Arguments arguments =
        Arguments.parse(rest, Set.of("--config", "--from", "--groups", "--to", "--word"));
    try {
      switch (verb) {
        case "found" -> found(group(arguments), out);
        case "join" -> join(group(arguments), arguments.required("--groups"), out);
        case "check" -> {
          if (arguments.has("--from")) {
            told(out, "The backup is whole", Backups.check(path(arguments, "--from")));
          } else {
            check(group(arguments), out);
          }
        }
        case "export" -> export(path(arguments, "--from"), path(arguments, "--to"), out);
        case "import" ->
            told(
                out,
                "Imported",
                JournalImport.read(path(arguments, "--from"), path(arguments, "--to")));
        case "restore" ->
            told(out, "Restored", Backups.restore(path(arguments, "--from"), group(arguments)));
        case "renew" -> renew(arguments, out);
        default ->
            throw new IllegalArgumentException(
                "Expected journal found, join, check, export, import, restore or renew, but got '%s'."
                    .formatted(verb));
      }
    } catch (JournalRefused | StoreFailure e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static void found(GroupSettings group, PrintStream out) {
    GroupFiles.of(group).markFounding();
    out.println("The empty journal folder " + group.folder() + " may begin a new group.");
  }

  private static void join(GroupSettings group, String number, PrintStream out) {
    int groups;
    try {
      groups = Integer.parseInt(number);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Expected a number of groups, but got '%s'.".formatted(number), e);
    }
    GroupFiles.of(group).markJoining(groups);
    out.printf(
        "The empty journal folder %s waits to be added to %d group(s).%n", group.folder(), groups);
  }

  private static void renew(Arguments arguments, PrintStream out) throws IOException {
    ControllerSettings settings = SettingsFile.read(arguments.config()).controller();
    String word = arguments.required("--word");
    RestoreMark.write(settings.journal(), settings.stateDir(), word);
    out.printf(
        "The cluster begins a new epoch when this controller starts: %s.%n",
        RestoreMark.file(settings.journal(), settings.stateDir()));
  }

  private static void check(GroupSettings settings, PrintStream out) {
    GroupFiles files = GroupFiles.of(settings);
    files.whileFree(() -> {
      int groups = files.groups();
      for (int group = 0; group < groups; group++) {
        String which = groups == 1 ? "" : " of group " + group;
        LogInspection log = LogInspection.of(files.segments(group), false);
        log.cut().forEach(out::println);
        out.printf(
            "The log%s is whole: %d file(s), %d entries, the newest is %d.%n",
            which, log.segments(), log.entries(), log.lastIndex());
        Applied state = Backups.checkState(files.state(group));
        told(out, "The state" + which + " is whole", List.of(state));
      }
    });
  }

  private static void export(Path from, Path to, PrintStream out) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(to, StandardCharsets.UTF_8)) {
      out.printf("Exported %d lines to %s.%n", JournalLines.write(from, writer), to);
    }
  }

  private static void told(PrintStream out, String what, List<Applied> groups) {
    for (int group = 0; group < groups.size(); group++) {
      Applied applied = groups.get(group);
      out.printf(
          "%s%s: log entry %d, event %d.%n",
          what, groups.size() == 1 ? "" : ", group " + group, applied.index(), applied.position());
    }
  }

  private static Path path(Arguments arguments, String option) {
    return Path.of(arguments.required(option)).toAbsolutePath().normalize();
  }

  private static GroupSettings group(Arguments arguments) {
    JournalSettings journal = SettingsFile.read(arguments.config()).controller().journal();
    if (journal instanceof JournalSettings.Raft(GroupSettings group)) {
      return group;
    }
    throw new IllegalArgumentException(
        "Expected pliant.journal.plugin = raft, but the journal is %s: use the database's own tools."
            .formatted(journal.describe()));
  }
}
