package io.pliant.actors.journal;

import io.pliant.journal.GroupSettings;
import java.nio.file.Path;

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

  /** An SQL database. */
  sealed interface Sql extends JournalSettings {}

  /**
   * An SQLite file, shared by the controllers of one host. Needs no server: locks are the kernel's,
   * so the death of any process leaves nothing to be taken over.
   *
   * @param file the database; its folder is made when missing
   * @param powerSafe true to force each commit to the disk, so that it outlives a power cut; false
   *     when it only has to outlive the death of any process
   */
  record Sqlite(Path file, boolean powerSafe) implements Sql {
    public Sqlite {
      file = absolute(file);
    }

    /** The newest commits, until they are carried over into {@link #file}. */
    public Path writeAheadLog() {
      return file.resolveSibling(file.getFileName() + "-wal");
    }

    /** Empty; its kernel lock says whose turn it is to write. */
    public Path turnFile() {
      return file.resolveSibling(file.getFileName() + "-turn");
    }

    @Override
    public String describe() {
      return "sqlite " + file;
    }
  }

  /**
   * A PostgreSQL database, 12 or newer, for controllers on several hosts.
   *
   * @param url JDBC address, for example {@code jdbc:postgresql://db.example:5432/pliant}
   * @param user role that owns the tables
   * @param password its password; empty when the server asks for none
   */
  record PostgreSql(String url, String user, String password) implements Sql {
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

  private static Path absolute(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    if (absolute.toString().matches(".*[;?].*")) {
      throw new IllegalArgumentException(
          "Expected a journal path without ';' and '?', but got '%s'. Choose another state folder."
              .formatted(absolute));
    }
    return absolute;
  }
}
