package io.pliant.runtime.power;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * RAPL counters in Linux's powercap tree: packages and their memory. Cores and uncore are parts of
 * their package and are not counted again, nor is the second way to the same package ({@code
 * intel-rapl-mmio}), nor the platform ({@code psys}), of which packages are parts.
 */
final class PowercapTree implements FileSensor.Finder {
  private static final Pattern ZONE = Pattern.compile("intel-rapl:\\d+(:\\d+)?");

  private final Path root;
  private final TreeMap<Path, MeterFile.Kind> known = new TreeMap<>();

  /**
   * The tree below {@code root}, usually {@code /sys/class/powercap}, whether it is there or not.
   */
  PowercapTree(Path root) {
    this.root = root;
  }

  @Override
  public SortedMap<Path, MeterFile.Kind> find() throws IOException {
    TreeMap<Path, MeterFile.Kind> zones = new TreeMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(root)) {
      for (Path folder : folders) {
        if (ZONE.matcher(String.valueOf(folder.getFileName())).matches()) {
          add(folder, zones);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    known.keySet().retainAll(zones.keySet());
    return zones;
  }

  /** Name and range of a zone do not change; they are read once. */
  private void add(Path folder, TreeMap<Path, MeterFile.Kind> zones) throws IOException {
    Path counter = folder.resolve("energy_uj");
    MeterFile.Kind kind = known.get(counter);
    if (kind == null && counts(folder)) {
      kind = new MeterFile.Kind.Counter(range(folder.resolve("max_energy_range_uj")));
      known.put(counter, kind);
    }
    if (kind != null && Files.exists(folder)) {
      zones.put(counter, kind);
    }
  }

  private static long range(Path file) throws IOException {
    long range = NumberFile.once(file);
    if (range < 1) {
      throw new IOException("%s holds %d, expected the counter's range".formatted(file, range));
    }
    return range;
  }

  private static boolean counts(Path folder) throws IOException {
    try {
      String name = NumberFile.text(folder.resolve("name"));
      return name.startsWith("package") || name.equals("dram");
    } catch (NoSuchFileException notAZone) {
      return false;
    }
  }

  @Override
  public String remedy() {
    return "no RAPL zone in %s; load the kernel module intel_rapl_msr, or choose another sensor"
        .formatted(root);
  }
}
