package io.pliant.actors.journal;

import io.pliant.core.testing.PostgreSqlServer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Empty databases for journals. */
final class TestDatabases {
  private static final AtomicInteger MADE = new AtomicInteger();

  private TestDatabases() {}

  static JournalSettings.PostgreSql next(PostgreSqlServer server)
      throws IOException, InterruptedException {
    String name = "test" + MADE.incrementAndGet();
    server.client("createdb", name);
    return new JournalSettings.PostgreSql(server.url(name), PostgreSqlServer.ROLE, "");
  }
}
