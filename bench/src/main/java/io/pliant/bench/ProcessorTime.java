package io.pliant.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Processor time that processes have used, from Linux's scheduler. */
final class ProcessorTime {
  private static final Path PROC = Path.of("/proc");
  private static final double NANOS_A_MILLI = 1e6;

  /** Milliseconds of one tick of {@code /proc/stat} (USER_HZ is 100 on all that we run on). */
  private static final int TICK_MILLIS = 10;

  private static final int IDLE = 4;
  private static final int WAITING = 5;
  private static final int FIRST_OF_GUESTS = 9;

  private ProcessorTime() {}

  /** Milliseconds of all live threads of some processes. */
  static double of(List<Long> pids) throws IOException {
    double sum = 0;
    for (long pid : pids) {
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(PROC.resolve(pid + "/task"))) {
        for (Path thread : threads) {
          sum += thread(thread);
        }
      }
    }
    return sum;
  }

  private static double thread(Path thread) throws IOException {
    try {
      String line = Files.readString(thread.resolve("schedstat"));
      return Long.parseLong(line.substring(0, line.indexOf(' '))) / NANOS_A_MILLI;
    } catch (NoSuchFileException ended) {
      return 0;
    }
  }

  /** Milliseconds that the whole machine was at work. */
  static double ofMachine() throws IOException {
    String[] words = Files.readAllLines(PROC.resolve("stat")).getFirst().split(" +");
    long ticks = 0;
    for (int i = 1; i < Math.min(words.length, FIRST_OF_GUESTS); i++) {
      ticks += i == IDLE || i == WAITING ? 0 : Long.parseLong(words[i]);
    }
    return ticks * TICK_MILLIS;
  }
}
