package io.pliant.actors.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A {@link JournalChild} in a process of its own, with what it has acknowledged. */
final class ChildJvm implements AutoCloseable {
  /** RocksDB's library, unpacked once for all tests. */
  static final Path NATIVE = Path.of("target", "native").toAbsolutePath();

  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private final Process process;
  private final Map<Long, Long> acknowledged = new ConcurrentHashMap<>();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private volatile long acks;

  private ChildJvm(Process process) {
    this.process = process;
    Thread.ofVirtual().start(() -> lines(process.getInputStream(), this::heard));
    Thread.ofVirtual().start(() -> lines(process.getErrorStream(), log::add));
  }

  /** Starts one that writes to {@code jobs} ledgers from {@code firstJob} on. */
  static ChildJvm start(JournalSettings settings, long firstJob, int jobs) throws IOException {
    return new ChildJvm(new ProcessBuilder(java(settings, firstJob, jobs)).start());
  }

  /** The same, but no file of it can grow beyond {@code kilobytes} until {@link #liftFileLimit}. */
  static ChildJvm startWithFileLimit(JournalSettings settings, int kilobytes) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("bash", "-c", "ulimit -S -f " + kilobytes + "; exec \"$@\"", "limited"));
    command.addAll(java(settings, 1, 4));
    return new ChildJvm(new ProcessBuilder(command).start());
  }

  private static List<String> java(JournalSettings settings, long firstJob, int jobs) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-Dio.pliant.native.dir=" + NATIVE,
        "-cp",
        System.getProperty("java.class.path"),
        JournalChild.class.getName(),
        JournalChild.argument(settings),
        Long.toString(firstJob),
        Integer.toString(jobs));
  }

  void liftFileLimit() throws IOException, InterruptedException {
    Process lifted =
        new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()), "--fsize=unlimited:")
            .inheritIO()
            .start();
    if (lifted.waitFor() != 0) {
      throw new IllegalStateException("Expected prlimit to lift the limit, but it failed.");
    }
  }

  /** Highest acknowledged number of events by job. */
  Map<Long, Long> acknowledged() {
    return acknowledged;
  }

  long acks() {
    return acks;
  }

  List<String> log() {
    return log;
  }

  void awaitMoreAcks(int more) throws InterruptedException {
    long goal = acks + more;
    await("%d more acknowledgements".formatted(more), () -> acks >= goal);
  }

  void awaitLog(String text) throws InterruptedException {
    await("'" + text + "' in its log", () -> log.stream().anyMatch(line -> line.contains(text)));
  }

  private synchronized void await(String what, BooleanSupplier reached)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!reached.getAsBoolean()) {
      if (System.nanoTime() > deadline || !process.isAlive()) {
        throw new AssertionError(
            "Expected %s from a writing process, but it said:%n%s"
                .formatted(what, String.join("\n", log)));
      }
      wait(50);
    }
  }

  /** Kills it with SIGKILL and waits until it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("Expected SIGKILL to end process " + process.pid() + ".");
    }
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }

  private void heard(String line) {
    String[] words = line.split(" ", -1);
    if (words[0].equals("ack")) {
      acknowledged.put(Long.parseLong(words[1]), Long.parseLong(words[2]));
      acks++;
    } else {
      log.add(line);
    }
  }

  private void lines(InputStream in, java.util.function.Consumer<String> each) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        each.accept(line);
        synchronized (this) {
          notifyAll();
        }
      }
    } catch (IOException e) {
      if (process.isAlive()) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
