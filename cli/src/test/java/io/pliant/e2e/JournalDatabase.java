package io.pliant.e2e;

import io.pliant.core.testing.PostgreSqlServer;
import java.io.IOException;
import java.util.List;

/** The journal of a cluster in a database of its own, which can be dumped and restored. */
record JournalDatabase(PostgreSqlServer server) {
  private static final String NAME = "journal";

  static JournalDatabase on(PostgreSqlServer server) throws IOException, InterruptedException {
    server.client("createdb", NAME);
    return new JournalDatabase(server);
  }

  /** Options of {@code pliant up}: the journal is this database. */
  List<String> options() {
    return List.of(
        "--journal", server.url(NAME), "--set", "journal.postgresql.user=" + PostgreSqlServer.ROLE);
  }

  void dump() throws IOException, InterruptedException {
    server.client("pg_dump", "-Fc", "-f", dumped(), NAME);
  }

  /** The database is as it was when it was dumped. */
  void restore() throws IOException, InterruptedException {
    server.client("dropdb", NAME);
    server.client("createdb", NAME);
    server.client("pg_restore", "-d", NAME, dumped());
  }

  private String dumped() {
    return server.folder().resolve("dump").toString();
  }
}
