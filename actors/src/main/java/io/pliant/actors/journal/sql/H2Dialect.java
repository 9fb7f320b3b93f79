package io.pliant.actors.journal.sql;

import io.pliant.actors.journal.JournalSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * A file that the first process opens and serves to the others of the host; when it dies, another
 * one takes over within some seconds. WRITE_DELAY=0: a commit is in the file before it returns (the
 * default loses half a second of them on kill -9); it is not forced to the disk.
 */
record H2Dialect(JournalSettings.H2 settings) implements Dialect {
  private static final String USER = "pliant";
  private static final int DUPLICATE = 23505;

  /**
   * Lock file fresh, in use, connection broken, being closed, lock timeout, deadlock, the same
   * table made by two.
   */
  private static final Set<Integer> PASSING =
      Set.of(8000, 90020, 90067, 90098, 90121, 50200, 40001, 42101);

  @Override
  public String name() {
    return "h2";
  }

  @Override
  public Connection connect() throws SQLException {
    // The serving process listens for the others; read by H2 once, when its classes are loaded.
    System.setProperty("h2.bindAddress", "127.0.0.1");
    return DriverManager.getConnection(
        "jdbc:h2:file:"
            + settings.file()
            + ";AUTO_SERVER=TRUE;WRITE_DELAY=0;LOCK_TIMEOUT=10000;DB_CLOSE_DELAY=5"
            + ";MAX_LENGTH_INPLACE_LOB=8192;RETENTION_TIME=5000",
        USER,
        "");
  }

  @Override
  public void begin(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT id FROM write_turn WHERE id = 1 FOR UPDATE");
    }
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
  }

  @Override
  public void rollback(Connection connection) throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
  }

  @Override
  public boolean duplicate(SQLException e) {
    return e.getErrorCode() == DUPLICATE;
  }

  @Override
  public boolean passing(SQLException e) {
    return PASSING.contains(e.getErrorCode());
  }
}
