package io.pliant.actors.journal.sql;

import io.pliant.actors.journal.JournalSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.Set;

/** A PostgreSQL server; writers take turns by an advisory lock that ends with the transaction. */
record PostgreSqlDialect(JournalSettings.PostgreSql settings) implements Dialect {
  private static final String DUPLICATE = "23505";
  private static final String CONNECTION_CLASS = "08";

  /** Server starting or stopping, too many connections, serialization failure, deadlock. */
  private static final Set<String> PASSING =
      Set.of("57P01", "57P02", "57P03", "53300", "40001", "40P01");

  /** Any number that no other program on the same database uses. */
  static final long TURN = 7_542_684;

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", settings.user());
    properties.setProperty("password", settings.password());
    properties.setProperty("ApplicationName", "pliant");
    properties.setProperty("reWriteBatchedInserts", "true");
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("socketTimeout", "20");
    properties.setProperty("tcpKeepAlive", "true");
    return DriverManager.getConnection(settings.url(), properties);
  }

  @Override
  public void begin(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + TURN + ")");
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
    return DUPLICATE.equals(e.getSQLState());
  }

  @Override
  public boolean passing(SQLException e) {
    String state = e.getSQLState();
    return state != null && (PASSING.contains(state) || state.startsWith(CONNECTION_CLASS));
  }
}
