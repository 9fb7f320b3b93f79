package io.pliant.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that run out of memory. */
final class HeapWatchTest {
  private static final int OUT_OF_MEMORY = 3;

  /** Slow enough for the warning to be said before the end. */
  private static final long BITE_NANOS = 4_000_000;

  @TempDir Path dir;

  /** Takes more and more memory, a little at a time. */
  static final class Eater {
    private Eater() {}

    /** The folder is the first argument. */
    public static void main(String[] arguments) throws IOException {
      HeapWatch.begin(Path.of(arguments[0]));
      List<byte[]> eaten = new ArrayList<>();
      while (true) {
        eaten.add(new byte[64 << 10]);
        LockSupport.parkNanos(BITE_NANOS);
      }
    }
  }

  @Test
  void shouldSayThatMemoryIsScarceAndLeaveAHeapForItsOwnerAlone() throws Exception {
    String said = eat();

    assertThat(said).contains("The heap is nearly full", "MB are in use after a collection");
    assertThat(dumps()).hasSize(1);
    assertThat(Files.getPosixFilePermissions(dumps().getFirst()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void shouldTellOfTheHeapOfAnEarlierProcessAndKeepOneOfThem() throws Exception {
    eat();
    Path first = dumps().getFirst();

    assertThat(eat()).contains("An earlier process with this state ran out of memory", "" + first);
    assertThat(dumps()).hasSize(2);
    eat();
    assertThat(dumps()).hasSize(2).doesNotContain(first);
  }

  private String eat() throws IOException, InterruptedException {
    ForkedJava.Ended ended =
        ForkedJava.run(
            dir.resolve("said"),
            List.of("-Xmx24m", "-XX:+ExitOnOutOfMemoryError"),
            Eater.class,
            dir.toString());
    assertThat(ended.exit()).as(ended.said()).isEqualTo(OUT_OF_MEMORY);
    return ended.said();
  }

  private List<Path> dumps() throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("heap"))) {
      return files.toList();
    }
  }
}
