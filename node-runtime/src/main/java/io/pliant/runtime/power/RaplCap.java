package io.pliant.runtime.power;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Caps a host through the long-term limits of its processor packages in the powercap tree. What the
 * memory zones drew lately is taken off first; the rest is shared evenly. A package is never
 * allowed more than before. The values before are remembered on disk, so that a later agent can put
 * them back; a restart of the host does so itself.
 */
final class RaplCap implements PowerCap {
  private static final Pattern PACKAGE = Pattern.compile("intel-rapl:\\d+");
  private static final Pattern PART = Pattern.compile("intel-rapl:\\d+:\\d+");
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final String LIMIT = "constraint_0_power_limit_uw";
  private static final long LEAST_MICROWATTS = 1_000_000;

  /** Limits that differ by less are left alone. */
  private static final double NEAR = 0.01;

  private final Path root;
  private final Path memory;
  private final LongSupplier nanos;
  private final Consumer<String> complaints;
  private final TreeMap<Path, Long> before = new TreeMap<>();
  private final TreeMap<Path, Long> written = new TreeMap<>();
  private final TreeMap<Path, Reading> memoryCounters = new TreeMap<>();
  private long memoryMicrowatts;
  private boolean failing;

  private record Reading(long microjoules, long nanos) {}

  /**
   * Knows what an earlier agent has changed, and changes nothing.
   *
   * @param root usually {@code /sys/class/powercap}
   * @param memory file for the values before
   * @param nanos monotonic time
   * @param complaints told once of each fault until it is over
   */
  RaplCap(Path root, Path memory, LongSupplier nanos, Consumer<String> complaints) {
    this.root = root;
    this.memory = memory;
    this.nanos = nanos;
    this.complaints = complaints;
    try {
      recall();
    } catch (IOException e) {
      complain("Expected to read what was changed in " + memory, e);
    }
  }

  @Override
  public void limit(int watts) {
    try {
      List<Path> packages = zones(PACKAGE, "package");
      if (packages.isEmpty()) {
        throw new IOException("there is no RAPL zone of a package in " + root);
      }
      long all = watts * 1_000_000L - memoryMicrowatts();
      long each = Math.max(LEAST_MICROWATTS, all / packages.size());
      for (Path zone : packages) {
        limit(zone, each);
      }
      failing = false;
    } catch (IOException e) {
      complain("Expected to cap the node at " + watts + " W", e);
    }
  }

  private void limit(Path zone, long microwatts) throws IOException {
    Path limit = zone.resolve(LIMIT);
    Path enabled = zone.resolve("enabled");
    Long known = before.get(limit);
    long most = known == null ? NumberFile.once(limit) : known;
    long wanted = most == 0 ? microwatts : Math.min(most, microwatts);
    Long last = written.get(limit);
    if (last != null && Math.abs(last - wanted) <= NEAR * last) {
      return;
    }
    if (known == null) {
      before.put(limit, most);
      if (Files.exists(enabled) && NumberFile.once(enabled) == 0) {
        before.put(enabled, 0L);
      }
      remember();
    }
    write(limit, wanted);
    if (before.containsKey(enabled)) {
      write(enabled, 1);
    }
    written.put(limit, wanted);
  }

  @Override
  public void lift() {
    try {
      for (Map.Entry<Path, Long> each : before.entrySet()) {
        if (Files.exists(each.getKey())) {
          write(each.getKey(), each.getValue());
        }
      }
      Files.deleteIfExists(memory);
      before.clear();
      written.clear();
    } catch (IOException e) {
      complain("Expected to lift the cap", e);
    }
  }

  private void complain(String what, IOException e) {
    if (!failing) {
      complaints.accept(what + ", but " + reason(e));
    }
    failing = true;
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied ->
          "no permission for %s; run the agent as root, or let its user write the file"
              .formatted(denied.getFile());
      case NoSuchFileException none -> "there is no " + none.getFile();
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Mean of the memory zones since the call before; as before when that was just now. */
  private long memoryMicrowatts() throws IOException {
    long now = nanos.getAsLong();
    long sum = 0;
    for (Path zone : zones(PART, "dram")) {
      Reading last = memoryCounters.get(zone);
      if (last != null && now - last.nanos() < 500_000_000) {
        return memoryMicrowatts;
      }
      Reading fresh = new Reading(NumberFile.once(zone.resolve("energy_uj")), now);
      memoryCounters.put(zone, fresh);
      if (last != null && fresh.microjoules() >= last.microjoules()) {
        sum += Math.round((fresh.microjoules() - last.microjoules()) * 1e9 / (now - last.nanos()));
      }
    }
    memoryMicrowatts = sum;
    return sum;
  }

  private List<Path> zones(Pattern folder, String name) throws IOException {
    List<Path> zones = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(root)) {
      for (Path zone : folders) {
        if (folder.matcher(String.valueOf(zone.getFileName())).matches()
            && Files.exists(zone.resolve("name"))
            && NumberFile.text(zone.resolve("name")).startsWith(name)) {
          zones.add(zone);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    zones.sort(null);
    return zones;
  }

  private static void write(Path file, long value) throws IOException {
    Files.writeString(
        file, value + "\n", StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** The run of the host, then a line with value and file for each that is changed. */
  private void remember() throws IOException {
    StringBuilder text = new StringBuilder(NumberFile.text(BOOT_ID)).append('\n');
    before.forEach((file, value) -> text.append(value).append(' ').append(file).append('\n'));
    Path fresh = memory.resolveSibling(memory.getFileName() + ".new");
    Files.writeString(
        fresh,
        text,
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.SYNC);
    Files.move(fresh, memory, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void recall() throws IOException {
    if (!Files.exists(memory)) {
      return;
    }
    List<String> lines = Files.readAllLines(memory, StandardCharsets.UTF_8);
    if (lines.isEmpty() || !lines.getFirst().equals(NumberFile.text(BOOT_ID))) {
      Files.delete(memory); // the host was restarted since, and its limits are its own again
      return;
    }
    for (String line : lines.subList(1, lines.size())) {
      String[] words = line.split(" ", 2);
      if (words.length < 2 || !words[0].matches("\\d{1,18}")) {
        throw new IOException("expected a line 'value file', but got '" + line + "'");
      }
      before.put(Path.of(words[1]), Long.parseLong(words[0]));
    }
  }
}
