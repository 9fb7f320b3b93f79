package io.pliant.actors.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.Test;

final class SqliteJournalTest extends FileJournalContract {
  private static final int WAL_HEADER = 32;
  private static final int FRAME = 24 + 4096;

  @Override
  JournalSettings.Sqlite in(Path folder) {
    return new JournalSettings.Sqlite(folder.resolve("journal.sqlite"), true);
  }

  @Test
  void shouldNameTheFileAndTheRemedyWhenItIsNoDatabase() throws Exception {
    JournalSettings.Sqlite settings = in(folder);
    Files.write(settings.file(), "no database".repeat(1_000).getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> JournalDatabase.prepare(settings))
        .isInstanceOf(JournalUnavailable.class)
        .hasMessageContaining(settings.file().toString())
        .hasMessageContaining("restore it from a backup");
  }

  @Test
  void shouldRefuseToStartWhenAcknowledgedTransactionsOfTheLogAreDamaged() throws Exception {
    JournalSettings.Sqlite settings = killedInTheMiddle();
    long frames = (Files.size(settings.writeAheadLog()) - WAL_HEADER) / FRAME;
    assertThat(frames).isGreaterThan(20);
    flip(settings.writeAheadLog(), WAL_HEADER + (frames / 2) * FRAME + 1_000);
    assertThatThrownBy(() -> JournalDatabase.prepare(settings))
        .isInstanceOf(JournalUnavailable.class)
        .hasMessageContaining(settings.writeAheadLog() + " is damaged at byte")
        .hasMessageContaining("wal_checkpoint");
  }

  @Test
  void shouldStartWhenTheLastTransactionWasNeverFinished() throws Exception {
    JournalSettings.Sqlite settings = killedInTheMiddle();
    try (RandomAccessFile file = new RandomAccessFile(settings.writeAheadLog().toFile(), "rw")) {
      file.seek(file.length());
      file.write(new byte[700]);
    }
    JournalDatabase.prepare(settings);
    try (Running system = Running.start(settings)) {
      assertThat(system.count(1)).isPositive();
    }
  }

  @Test
  void shouldNotRecoverAnEntityWhenOneOfItsEventsIsDamaged() throws Exception {
    JournalSettings.Sqlite settings = in(folder);
    JournalDatabase.prepare(settings);
    try (Running system = Running.start(settings)) {
      system.append(1, 3);
      system.append(2, 3);
    }
    byte[] bytes = Files.readAllBytes(settings.file());
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("attempt");
    assertThat(at).isPositive();
    flip(settings.file(), at);
    JournalDatabase.prepare(settings);
    try (Running system = Running.start(settings)) {
      assertThat(recovers(system, 1)).isNotEqualTo(recovers(system, 2));
    }
  }

  private static boolean recovers(Running system, long job) {
    ActorRef<Ledger.Command> ledger = system.kit.spawn(Ledger.create(job));
    TestProbe<Object> probe = system.kit.createTestProbe();
    ledger.tell(new Ledger.Count(probe.getRef().narrow()));
    try {
      probe.expectTerminated(ledger, java.time.Duration.ofSeconds(5));
      return false;
    } catch (AssertionError e) {
      return true;
    }
  }

  private JournalSettings.Sqlite killedInTheMiddle() throws Exception {
    JournalSettings.Sqlite settings = in(folder);
    try (ChildJvm child = ChildJvm.start(settings, 1, 2)) {
      child.awaitMoreAcks(100);
      child.kill();
    }
    return settings;
  }

  private static void flip(Path file, long at) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(at);
      int old = bytes.read();
      bytes.seek(at);
      bytes.write(old ^ 0x10);
    }
  }
}
