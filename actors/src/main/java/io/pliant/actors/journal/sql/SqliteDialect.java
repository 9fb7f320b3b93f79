package io.pliant.actors.journal.sql;

import io.pliant.actors.journal.JournalSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * A file that the processes of one host share by kernel locks: whoever dies leaves nothing to be
 * taken over. Write-ahead log; a commit is one sequential write.
 */
record SqliteDialect(JournalSettings.Sqlite settings) implements Dialect {
  private static final int BUSY = 5;
  private static final int LOCKED = 6;
  private static final int PROTOCOL = 15;
  private static final Set<Integer> PASSING = Set.of(BUSY, LOCKED, PROTOCOL);
  private static final int CONSTRAINT = 19;
  private static final int PRIMARY_CODE = 0xff;

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:sqlite:"
            + settings.file()
            + "?journal_mode=WAL&busy_timeout=10000&wal_autocheckpoint=2000&temp_store=MEMORY"
            + "&synchronous="
            + (settings.powerSafe() ? "FULL" : "NORMAL"));
  }

  @Override
  public void begin(Connection connection) throws SQLException {
    run(connection, "BEGIN IMMEDIATE");
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    run(connection, "COMMIT");
  }

  @Override
  public void rollback(Connection connection) throws SQLException {
    run(connection, "ROLLBACK");
  }

  @Override
  public boolean duplicate(SQLException e) {
    return (e.getErrorCode() & PRIMARY_CODE) == CONSTRAINT;
  }

  @Override
  public boolean passing(SQLException e) {
    return PASSING.contains(e.getErrorCode() & PRIMARY_CODE);
  }

  @Override
  public void inspect(Connection connection) throws SQLException {
    begin(connection);
    try {
      WriteAheadLog.refuseDamage(settings.writeAheadLog());
    } finally {
      rollback(connection);
    }
  }

  @Override
  public Turn turn() {
    return new FileTurn(settings.turnFile());
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
