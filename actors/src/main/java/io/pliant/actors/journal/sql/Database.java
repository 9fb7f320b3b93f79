package io.pliant.actors.journal.sql;

import io.pliant.actors.journal.JournalSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.Set;

/** A PostgreSQL server; writers take turns by an advisory lock that ends with the transaction. */
record Database(JournalSettings.PostgreSql settings) {
  private static final String DUPLICATE = "23505";
  private static final String CONNECTION_CLASS = "08";

  /** Server starting or stopping, too many connections, serialization failure, deadlock. */
  private static final Set<String> PASSING =
      Set.of("57P01", "57P02", "57P03", "53300", "40001", "40P01");

  /** Any number that no other program on the same database uses. */
  static final long TURN = 7_542_684;

  /** A new connection in which each statement is its own transaction. */
  Connection connect() throws SQLException {
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

  /**
   * Begins a transaction that excludes every other writer until it ends, so that positions rise in
   * the order in which they become visible.
   */
  void begin(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + TURN + ")");
    }
  }

  void commit(Connection connection) throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
  }

  /** Undoes what was begun; harmless when nothing was. */
  void rollback(Connection connection) throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
  }

  /** True when an event with the same entity and sequence number is there already. */
  boolean duplicate(SQLException e) {
    return DUPLICATE.equals(e.getSQLState());
  }

  /** True when the same call may succeed a moment later: the server starts, stops or is busy. */
  boolean passing(SQLException e) {
    String state = e.getSQLState();
    return state != null && (PASSING.contains(state) || state.startsWith(CONNECTION_CLASS));
  }
}
