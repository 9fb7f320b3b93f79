package io.pliant.actors.cluster;

import io.pliant.actors.journal.JournalSettings;
import io.pliant.actors.journal.JournalUnavailable;
import io.pliant.actors.journal.sql.JournalTables;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.raft.GroupFiles;

/** The journal's database or folder, before any actor uses it. */
public final class JournalDatabase {
  private JournalDatabase() {}

  /**
   * Opens it once, looks for damage, and makes what is missing: folder, database, tables. Harmless
   * when all is there, and when several controllers do it at once.
   *
   * @throws JournalUnavailable when it cannot be opened or written, or is damaged
   */
  public static void prepare(JournalSettings settings) {
    switch (settings) {
      case JournalSettings.PostgreSql postgres -> JournalTables.prepare(postgres);
      case JournalSettings.Raft raft -> {
        try {
          GroupFiles.of(raft.group()).check();
        } catch (JournalRefused e) {
          throw new JournalUnavailable(
              "Expected to open the journal %s, but: %s"
                  .formatted(settings.describe(), e.getMessage()),
              e);
        }
      }
    }
  }
}
