package io.pliant.actors.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pliant.actors.cluster.JournalDatabase;
import io.pliant.core.testing.PostgreSqlServer;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Runs where a PostgreSQL server is installed (Debian: {@code apt-get install postgresql}); with
 * {@code -Dpliant.require.postgresql=true} its absence is a failure.
 */
final class PostgreSqlJournalTest extends JournalContract {
  private static @Nullable PostgreSqlServer server;
  private @Nullable JournalSettings settings;

  @BeforeAll
  static void startServer() throws Exception {
    Path bin = PostgreSqlServer.find();
    if (Boolean.getBoolean("pliant.require.postgresql")) {
      assertThat(bin)
          .as("a PostgreSQL server in PATH or /usr/lib/postgresql (apt-get install postgresql)")
          .isNotNull();
    }
    assumeTrue(bin != null, "no PostgreSQL server is installed");
    server = PostgreSqlServer.start(Objects.requireNonNull(bin));
  }

  @AfterAll
  static void stopServer() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void newDatabase() throws Exception {
    settings = TestDatabases.next(server());
  }

  @Override
  JournalSettings settings() {
    return Objects.requireNonNull(settings);
  }

  @Test
  void shouldGoOnWhenTheServerWasAwayAndLoseNothing() throws Exception {
    JournalDatabase.prepare(settings());
    try (Running system = Running.start(settings())) {
      ActorRef<Ledger.Command> ledger = system.kit.spawn(Ledger.persistent(1));
      TestProbe<Long> acks = system.kit.createTestProbe();
      ledger.tell(new Ledger.Append(3, acks.getRef()));
      assertThat(acks.receiveMessage(PATIENCE)).isEqualTo(3);
      server().crash();
      server().up();
      acks.awaitAssert(
          PATIENCE,
          () -> {
            ledger.tell(new Ledger.Append(1, acks.getRef()));
            return assertThat(acks.receiveMessage()).isGreaterThan(3);
          });
      assertThat(system.ask(ledger)).isGreaterThan(3);
    }
  }

  @Test
  void shouldNameTheServerAndTheRemedyWhenItCannotBeUsed() {
    assertThatThrownBy(() ->
            JournalDatabase.prepare(
                new JournalSettings.PostgreSql(server().url("nowhere"), "pliant", "")))
        .isInstanceOf(JournalUnavailable.class)
        .hasMessageContaining("nowhere")
        .hasMessageContaining("createdb");
    assertThatThrownBy(() ->
            JournalDatabase.prepare(
                new JournalSettings.PostgreSql(server().url("postgres"), "stranger", "secret")))
        .isInstanceOf(JournalUnavailable.class)
        .hasMessageContaining("stranger")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() ->
            JournalDatabase.prepare(
                new JournalSettings.PostgreSql("jdbc:postgresql://127.0.0.1:1/x", "pliant", "")))
        .isInstanceOf(JournalUnavailable.class)
        .hasMessageContaining("127.0.0.1:1")
        .hasMessageContaining("server runs");
  }

  private static PostgreSqlServer server() {
    return Objects.requireNonNull(server);
  }
}
