package io.pliant.journal.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.TestGroups;
import io.pliant.journal.change.Change;
import io.pliant.journal.change.Event;
import io.pliant.journal.change.Outcome;
import io.pliant.journal.change.SnapshotPart;
import io.pliant.journal.raft.JournalGroup;
import io.pliant.journal.raft.JournalMember;
import io.pliant.journal.store.EventStore;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BackupsTest {
  @TempDir Path folder;

  @Test
  void shouldBeginAGroupOfThreeWithTheExportOfAGroupOfOne() throws Exception {
    // given
    Path backup = folder.resolve("backup");
    List<String> before;
    try (JournalMember one =
        JournalMember.open(TestGroups.of(folder.resolve("one"), 1, 1_000).getFirst())) {
      fill(one.first());
      one.backup(backup).toCompletableFuture().join();
      before = one.first().read(BackupsTest::content).toCompletableFuture().join();
      write(one.first(), append("a", 99));
    }
    Path lines = folder.resolve("lines.jsonl");
    try (Writer out = Files.newBufferedWriter(lines)) {
      assertThat(JournalLines.write(backup, out)).isEqualTo(20);
    }

    // when
    Path again = folder.resolve("again");
    JournalImport.read(lines, again);
    assertThat(Backups.check(again).getFirst().position())
        .isEqualTo(Backups.check(backup).getFirst().position());
    List<GroupSettings> three = new ArrayList<>();
    for (GroupSettings settings : TestGroups.of(folder.resolve("three"), 3, 1_000)) {
      Backups.restore(again, settings);
      three.add(settings);
    }

    // then
    try (JournalMember first = JournalMember.open(three.get(0));
        JournalMember second = JournalMember.open(three.get(1));
        JournalMember third = JournalMember.open(three.get(2))) {
      for (JournalMember member : List.of(first, second, third)) {
        assertThat(member.first().read(BackupsTest::content).toCompletableFuture().join())
            .isEqualTo(before);
      }
      write(second.first(), append("a", 21));
      assertThat(third.first().read(store -> store.highest("a")).toCompletableFuture().join())
          .isEqualTo(21);
    }
    try (JournalMember first = JournalMember.open(three.get(0));
        JournalMember third = JournalMember.open(three.get(2))) {
      assertThat(first.first().read(store -> store.highest("a")).toCompletableFuture().join())
          .isEqualTo(21);
      assertThat(third.first().read(store -> store.highest("b")).toCompletableFuture().join())
          .isEqualTo(3);
    }
  }

  @Test
  void shouldShowWhatIsInAnEventThatIsCbor() throws Exception {
    Path backup = folder.resolve("backup");
    byte[] cbor = {(byte) 0xa1, 0x61, 'j', 0x07};
    try (JournalMember one =
        JournalMember.open(TestGroups.of(folder.resolve("one"), 1, 1_000).getFirst())) {
      Event event = new Event(1, 33, "Seven", "", cbor);
      write(one.first(), new Change.Append("x", "w", 1, List.of(event)));
      one.backup(backup).toCompletableFuture().join();
    }
    Path lines = folder.resolve("lines.jsonl");
    try (Writer out = Files.newBufferedWriter(lines)) {
      JournalLines.write(backup, out);
    }
    assertThat(Files.readString(lines)).contains("\"value\":{\"j\":7}");
  }

  @Test
  void shouldRefuseWhatIsNoBackupAndALineThatCannotBeRead() throws Exception {
    assertThatThrownBy(() -> Backups.check(folder.resolve("nothing")))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("holds no journal");
    Path lines = folder.resolve("lines.jsonl");
    Files.writeString(
        lines,
        "{\"kind\":\"journal\",\"version\":1,\"entry\":1,\"position\":1}\n{\"kind\":\"event\"}\n");
    TestGroups.of(folder, 1, 1_000);
    assertThatThrownBy(() -> JournalImport.read(lines, folder.resolve("to")))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("line 2: expected a field 'entity'");
  }

  @Test
  void shouldFindAChangedByteInABackup() throws Exception {
    Path backup = folder.resolve("backup");
    try (JournalMember one =
        JournalMember.open(TestGroups.of(folder.resolve("one"), 1, 1_000).getFirst())) {
      fill(one.first());
      one.backup(backup).toCompletableFuture().join();
    }
    Path table;
    try (Stream<Path> files = Files.list(backup)) {
      table = files.filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(table);
    bytes[bytes.length / 4] ^= 0x10;
    Files.write(table, bytes);
    assertThatThrownBy(() -> Backups.check(backup))
        .hasMessageContaining("checksum mismatch")
        .hasMessageContaining(String.valueOf(table.getFileName()));
  }

  private static void fill(JournalGroup group) {
    for (int i = 1; i <= 20; i++) {
      write(group, append("a", i));
    }
    for (int i = 1; i <= 3; i++) {
      write(group, append("b", i));
    }
    write(group, new Change.DeleteTo("a", 7));
    byte[] bytes = "a snapshot".getBytes(StandardCharsets.UTF_8);
    for (int part = 0; part < 2; part++) {
      write(group, new Change.PutSnapshot("a", 12, new SnapshotPart(5, 1, "s", part, 2, bytes)));
    }
  }

  private static Change append(String entity, int sequence) {
    Event event = new Event(1, 2, "m", "t", new byte[] {1, 2, (byte) sequence});
    return new Change.Append(entity, "w", sequence, List.of(event));
  }

  private static void write(JournalGroup group, Change change) {
    Outcome outcome = group.write(change).toCompletableFuture().join();
    if (change instanceof Change.Append append && append.first() == 99) {
      assertThat(outcome).isEqualTo(new Outcome.Conflict(20));
    } else {
      assertThat(outcome).isEqualTo(Outcome.Done.INSTANCE);
    }
  }

  /** All that a journal holds, one line each. */
  private static List<String> content(EventStore store) {
    List<String> lines = new ArrayList<>();
    store.forEachEntity(
        (name, highest, deleted) -> lines.add(name + " " + highest + " " + deleted));
    store.forEachEvent(event ->
        lines.add(
            "%s %d %d %s %s"
                .formatted(
                    event.entity(),
                    event.sequence(),
                    event.position(),
                    event.writer(),
                    List.of(event.event().payload()[2], event.event().writtenAt()))));
    store.forEachSnapshot(snapshot ->
        lines.add(
            snapshot.entity()
                + snapshot.sequence()
                + new String(snapshot.bytes(), StandardCharsets.UTF_8)));
    store.tagged("t", 0, 100).forEach(event -> lines.add("tag " + event.position()));
    return lines;
  }
}
