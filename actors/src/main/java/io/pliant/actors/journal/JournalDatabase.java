package io.pliant.actors.journal;

import io.pliant.actors.journal.sql.JournalTables;

/** The journal's database, before any actor uses it. */
public final class JournalDatabase {
  private JournalDatabase() {}

  /**
   * Opens it once, looks for damage, and makes what is missing: folder, database, tables. Harmless
   * when all is there, and when several controllers do it at once.
   *
   * @throws JournalUnavailable when it cannot be opened or written, or is damaged
   */
  public static void prepare(JournalSettings settings) {
    JournalTables.prepare(settings);
  }
}
