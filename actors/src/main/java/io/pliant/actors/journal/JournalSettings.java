package io.pliant.actors.journal;

import io.pliant.journal.GroupSettings;

/** Where the events of a cluster are kept. */
public sealed interface JournalSettings {
  /** Word for logs and the controller's status; tells no secret. */
  String describe();

  /**
   * The controllers' own group: each keeps a copy, more than half must agree. A controller alone is
   * a group of one.
   */
  record Raft(GroupSettings group) implements JournalSettings {
    @Override
    public String describe() {
      return "raft %s of %d in %s".formatted(group.self(), group.members().size(), group.folder());
    }
  }

  /**
   * A PostgreSQL database, 12 or newer, for controllers on several hosts.
   *
   * @param url JDBC address, for example {@code jdbc:postgresql://db.example:5432/pliant}
   * @param user role that owns the tables
   * @param password its password; empty when the server asks for none
   */
  record PostgreSql(String url, String user, String password) implements JournalSettings {
    public PostgreSql {
      if (!url.startsWith("jdbc:postgresql:")) {
        throw new IllegalArgumentException(
            "Expected a journal address that starts with 'jdbc:postgresql:', but got '%s'."
                .formatted(url));
      }
    }

    @Override
    public String describe() {
      int query = url.indexOf('?');
      return "postgresql " + (query < 0 ? url : url.substring(0, query));
    }

    /** Without the password. */
    @Override
    public String toString() {
      return "PostgreSql[url=" + url + ", user=" + user + "]";
    }
  }
}
