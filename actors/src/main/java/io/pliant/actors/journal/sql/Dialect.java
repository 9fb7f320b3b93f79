package io.pliant.actors.journal.sql;

import io.pliant.actors.journal.JournalSettings;
import java.sql.Connection;
import java.sql.SQLException;

/** What differs between the databases. */
sealed interface Dialect permits PostgreSqlDialect, SqliteDialect {
  /** Word for the database's own resources and settings. */
  String name();

  /** A new connection in which each statement is its own transaction. */
  Connection connect() throws SQLException;

  /**
   * Begins a transaction that excludes every other writer until it ends, so that positions rise in
   * the order in which they become visible.
   */
  void begin(Connection connection) throws SQLException;

  void commit(Connection connection) throws SQLException;

  /** Undoes what was begun; harmless when nothing was. */
  void rollback(Connection connection) throws SQLException;

  /** True when an event with the same entity and sequence number is there already. */
  boolean duplicate(SQLException e);

  /** True when the same call may succeed a moment later: the database changes hands or is busy. */
  boolean passing(SQLException e);

  /** Looks for damage that the database itself would pass over in silence. */
  default void inspect(Connection connection) throws SQLException {}

  /** How writers of several processes take turns. */
  default Turn turn() {
    return Turn.NONE;
  }

  static Dialect of(JournalSettings.Sql settings) {
    return switch (settings) {
      case JournalSettings.Sqlite sqlite -> new SqliteDialect(sqlite);
      case JournalSettings.PostgreSql postgres -> new PostgreSqlDialect(postgres);
    };
  }
}
