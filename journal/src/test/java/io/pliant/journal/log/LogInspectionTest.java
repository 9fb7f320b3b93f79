package io.pliant.journal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.TestGroups;
import io.pliant.journal.change.Change;
import io.pliant.journal.change.Event;
import io.pliant.journal.raft.GroupFiles;
import io.pliant.journal.raft.JournalMember;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to the log of a member that was stopped without warning. */
final class LogInspectionTest {
  private static final int EVENTS = 20;

  @TempDir Path folder;
  private @Nullable GroupSettings settings;
  private long used;

  @BeforeEach
  void writeAndCopyWhileOpen() throws Exception {
    GroupSettings own = TestGroups.of(folder, 1, 1_000).getFirst();
    settings = own;
    Path copy = folder.resolve("killed");
    try (JournalMember group = JournalMember.open(own)) {
      for (int i = 1; i <= EVENTS; i++) {
        group.first().write(append(i)).toCompletableFuture().get();
      }
      Files.createDirectories(copy);
      try (Stream<Path> files = Files.list(segments())) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    // as kill -9 leaves it: the open file with zeros behind the last entry
    deleteAll(own.folder().resolve("state"));
    deleteAll(GroupFiles.of(own).snapshots(0));
    try (Stream<Path> files = Files.list(segments())) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    try (Stream<Path> files = Files.list(copy)) {
      for (Path file : files.toList()) {
        Files.copy(file, segments().resolve(file.getFileName()));
      }
    }
    used = endOfUse();
    assertThat(Files.size(open())).isGreaterThan(used + 1_000);
  }

  @Test
  void shouldTakeALogThatEndsInZerosAsItIs() throws Exception {
    LogInspection whole = LogInspection.of(segments(), true);
    assertThat(whole.cut()).isEmpty();
    assertThat(highest()).isEqualTo(EVENTS);
  }

  @Test
  void shouldCutOffAnEntryWhoseEndWasNeverWritten() throws Exception {
    overwrite(used - 20, new byte[20]);
    LogInspection torn = LogInspection.of(segments(), true);
    assertThat(torn.cut()).hasSize(1).first().asString().contains(open().toString());
    assertThat(highest()).isEqualTo(EVENTS - 1);
  }

  @Test
  void shouldCutOffAnEntryInWhichTheFileEnds() throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(open().toFile(), "rw")) {
      file.setLength(used - 5);
    }
    assertThat(LogInspection.of(segments(), true).cut()).hasSize(1);
    assertThat(highest()).isEqualTo(EVENTS - 1);
  }

  @Test
  void shouldRefuseAChangedByteAnywhere() throws Exception {
    byte[] bytes = Files.readAllBytes(open());
    for (long at = 8; at < used; at += 7) {
      flip(at);
      assertThatThrownBy(() -> LogInspection.of(segments(), true))
          .as("byte %d of %d", at, used)
          .isInstanceOf(JournalRefused.class)
          .hasMessageContaining(open().toString())
          .hasMessageContaining("cannot be read from byte")
          .hasMessageContaining("pliant controller remove");
      assertThat(Files.size(open())).isEqualTo(bytes.length);
      flip(at);
    }
  }

  @Test
  void shouldRefuseAChangedByteInTheLastEntrysLength() throws Exception {
    long last = LogFrames.read(open()).whole();
    overwrite(used - 20, new byte[20]);
    long lastBegins = LogFrames.read(open()).whole();
    assertThat(lastBegins).isLessThan(last);
    Files.copy(
        folder.resolve("killed").resolve(open().getFileName()),
        open(),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    for (int bit = 1; bit < 256; bit <<= 1) {
      change(lastBegins, bit);
      assertThatThrownBy(() -> LogInspection.of(segments(), true))
          .as("bit %d", bit)
          .isInstanceOf(JournalRefused.class);
      change(lastBegins, bit);
    }
  }

  @Test
  void shouldRefuseToOpenAndNameTheRemedyWhenTheLogIsDamaged() throws Exception {
    flip(used / 2);
    assertThatThrownBy(() -> JournalMember.open(own()))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("pliant journal restore");
  }

  private long highest() throws Exception {
    try (JournalMember group = JournalMember.open(own())) {
      return group.first().read(store -> store.highest("e")).toCompletableFuture().get();
    }
  }

  private static Change append(int sequence) {
    return new Change.Append(
        "e",
        "w",
        sequence,
        List.of(new Event(1, 2, "m", "t", new byte[] {1, 2, 3, (byte) sequence})));
  }

  private GroupSettings own() {
    return Objects.requireNonNull(settings);
  }

  private Path segments() {
    return GroupFiles.of(own()).segments(0);
  }

  private Path open() {
    return segments().resolve("log_inprogress_0");
  }

  private long endOfUse() throws IOException {
    byte[] bytes = Files.readAllBytes(open());
    int end = bytes.length;
    while (bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }

  private void flip(long at) throws IOException {
    change(at, 0x10);
  }

  private void change(long at, int bits) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(open().toFile(), "rw")) {
      file.seek(at);
      int old = file.read();
      file.seek(at);
      file.write(old ^ bits);
    }
  }

  private void overwrite(long at, byte[] bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(open().toFile(), "rw")) {
      file.seek(at);
      file.write(bytes);
    }
  }

  private static void deleteAll(Path path) throws IOException {
    if (Files.exists(path)) {
      List<Path> all;
      try (Stream<Path> found = Files.walk(path)) {
        all = found.sorted(java.util.Comparator.reverseOrder()).toList();
      }
      for (Path each : all) {
        Files.delete(each);
      }
    }
  }
}
