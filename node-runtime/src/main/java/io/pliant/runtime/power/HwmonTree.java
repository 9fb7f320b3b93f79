package io.pliant.runtime.power;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Power and energy inputs of chips in Linux's hwmon tree (kernel documentation, {@code
 * hwmon/sysfs-interface}): microwatts and microjoules. Which chips together are the node is for the
 * site to say, since a tree holds batteries, graphics and rails within rails as well.
 */
final class HwmonTree implements FileSensor.Finder {
  private static final Pattern ENERGY = Pattern.compile("energy\\d+_input");
  private static final Pattern POWER = Pattern.compile("power(\\d+)_(input|average)");

  private final Path root;
  private final List<String> chips;

  /**
   * The tree below {@code root}, usually {@code /sys/class/hwmon}.
   *
   * @param chips contents of the files {@code name} of those that count
   */
  HwmonTree(Path root, List<String> chips) {
    this.root = root;
    this.chips = List.copyOf(chips);
  }

  @Override
  public SortedMap<Path, MeterFile.Kind> find() throws IOException {
    TreeMap<Path, MeterFile.Kind> inputs = new TreeMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(root)) {
      for (Path folder : folders) {
        if (chips.contains(name(folder))) {
          inputs.putAll(inputs(folder));
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return inputs;
  }

  private static String name(Path folder) throws IOException {
    try {
      return NumberFile.text(folder.resolve("name"));
    } catch (NoSuchFileException gone) {
      return "";
    }
  }

  /** The counters of energy; a chip without any: its gauges, by number, exact ones first. */
  private static SortedMap<Path, MeterFile.Kind> inputs(Path folder) throws IOException {
    TreeMap<Path, MeterFile.Kind> counters = new TreeMap<>();
    TreeMap<String, Path> gauges = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        Matcher power = POWER.matcher(name);
        if (ENERGY.matcher(name).matches()) {
          counters.put(file, new MeterFile.Kind.Counter(Long.MAX_VALUE));
        } else if (power.matches()
            && (power.group(2).equals("input") || !gauges.containsKey(power.group(1)))) {
          gauges.put(power.group(1), file);
        }
      }
    }
    if (counters.isEmpty()) {
      gauges.values().forEach(file -> counters.put(file, new MeterFile.Kind.Gauge()));
    }
    return counters;
  }

  @Override
  public String remedy() {
    TreeSet<String> there = new TreeSet<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(root)) {
      for (Path folder : folders) {
        if (!inputs(folder).isEmpty()) {
          there.add(name(folder));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return "no chip called %s in %s".formatted(String.join(" or ", chips), root);
    }
    return "no chip called %s with a power or energy input in %s; %s"
        .formatted(
            String.join(" or ", chips),
            root,
            there.isEmpty()
                ? "there is none at all"
                : "choose from %s for hwmon.chips".formatted(String.join(", ", there)));
  }
}
