package io.pliant.cli.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The clock of the agents of a drill, of their launchers and of the supervisors of their steps, as
 * libfaketime shows it to them: the time of day of this host plus an offset that can be changed
 * while they run. Their monotonic clock stays right, as it does when somebody sets a host's clock.
 * Tasks see the right time.
 */
final class DrillClock {
  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String NAME = "faketime/libfaketimeMT.so.1";

  private final Path library;
  private final Path file;

  private DrillClock(Path library, Path file) {
    this.library = library;
    this.file = file;
  }

  /** The library, when the host has it. */
  static Optional<Path> library() throws IOException {
    try (Stream<Path> folders = Files.list(LIBRARIES)) {
      return folders.map(folder -> folder.resolve(NAME)).filter(Files::exists).findFirst();
    }
  }

  /** A clock that is right so far, and reads its offset from that file. */
  static DrillClock create(Path library, Path file) throws IOException {
    DrillClock clock = new DrillClock(library, file);
    clock.set(0);
    return clock;
  }

  /**
   * What makes a process see this clock. The library's repair for old systems, which treats the
   * deadline of a wait as a time of day, is switched off: with it each timed wait of a Java process
   * ends at once, and the agents of a drill kept both processors busy by waiting.
   */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD",
        library.toString(),
        "FAKETIME_TIMESTAMP_FILE",
        file.toString(),
        "FAKETIME_CACHE_DURATION",
        "1",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0");
  }

  /** Sets the clock so many seconds ahead of the right time, or behind it; seen within a second. */
  void set(long seconds) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, "%+d\n".formatted(seconds));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
