package io.pliant.actors.journal.sql;

import io.pliant.actors.journal.JournalSettings;
import io.pliant.actors.journal.JournalUnavailable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Opens the database for the first time and makes its tables. */
public final class JournalTables {
  private static final String SCHEMA = "tables.sql";

  private JournalTables() {}

  /**
   * See {@link io.pliant.actors.cluster.JournalDatabase#prepare}.
   *
   * @throws JournalUnavailable when the database cannot be opened or written
   */
  public static void prepare(JournalSettings.PostgreSql settings) {
    try (Connection connection = new Database(settings).connect()) {
      create(connection);
    } catch (SQLException e) {
      throw new JournalUnavailable(
          "Expected to open the journal %s, but: %s"
              .formatted(settings.describe(), JournalCause.explain(e)),
          e);
    }
  }

  private static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(" + Database.TURN + ")");
      for (String sql : schema().split(";\\s*\n", -1)) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
      statement.execute("SELECT pg_advisory_unlock(" + Database.TURN + ")");
    }
  }

  private static String schema() {
    try (InputStream in = JournalTables.class.getResourceAsStream(SCHEMA)) {
      if (in == null) {
        throw new IllegalStateException(
            "Expected to find " + SCHEMA + " beside " + JournalTables.class.getName() + ".");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
