package io.pliant.actors.journal.sql;

import io.pliant.actors.journal.JournalSettings;
import io.pliant.actors.journal.JournalUnavailable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Opens the database for the first time and makes its tables. */
public final class JournalTables {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private JournalTables() {}

  /**
   * See {@link io.pliant.actors.journal.JournalDatabase#prepare}.
   *
   * @throws JournalUnavailable when the database cannot be opened or written, or is damaged
   */
  public static void prepare(JournalSettings.Sql settings) {
    try {
      makeFolder(settings);
      open(Dialect.of(settings));
    } catch (SQLException | IOException | DamagedLog e) {
      throw new JournalUnavailable(
          "Expected to open the journal %s, but: %s"
              .formatted(settings.describe(), JournalCause.explain(e)),
          e);
    }
  }

  private static void makeFolder(JournalSettings.Sql settings) throws IOException {
    @Nullable Path file =
        switch (settings) {
          case JournalSettings.Sqlite sqlite -> sqlite.file();
          case JournalSettings.PostgreSql _ -> null;
        };
    Path folder = file == null ? null : file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
  }

  /** Tries again while another controller opens, closes or takes over the database. */
  private static void open(Dialect dialect) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try (Connection connection = dialect.connect()) {
        dialect.inspect(connection);
        create(connection, dialect);
        return;
      } catch (SQLException e) {
        boolean unreachable = dialect instanceof PostgreSqlDialect;
        if (unreachable || !dialect.passing(e) || System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private static void create(Connection connection, Dialect dialect) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean turns = dialect instanceof PostgreSqlDialect;
      if (turns) {
        statement.execute("SELECT pg_advisory_lock(" + PostgreSqlDialect.TURN + ")");
      }
      for (String sql : schema(dialect).split(";\\s*\n", -1)) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
      if (turns) {
        statement.execute("SELECT pg_advisory_unlock(" + PostgreSqlDialect.TURN + ")");
      }
    }
  }

  private static String schema(Dialect dialect) {
    String name = dialect.name() + ".sql";
    try (InputStream in = JournalTables.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "Expected to find " + name + " beside " + JournalTables.class.getName() + ".");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
