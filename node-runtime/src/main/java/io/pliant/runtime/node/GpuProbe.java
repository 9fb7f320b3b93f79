package io.pliant.runtime.node;

import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the GPUs of a host: NVIDIA's by {@code /proc/driver/nvidia/gpus}, where a card's minor
 * number is its index, else AMD's by their vendor in {@code /sys/class/drm}, where the driver for
 * computing ({@code /dev/kfd}) is there. What cannot be read is logged and left out.
 */
public final class GpuProbe {
  private static final Logger LOG = LoggerFactory.getLogger(GpuProbe.class);
  private static final Pattern MODEL = Pattern.compile("(?m)^Model:\\s*(.+?)\\s*$");
  private static final Pattern MINOR = Pattern.compile("(?m)^Device Minor:\\s*(\\d{1,3})\\s*$");
  private static final Pattern CARD = Pattern.compile("card\\d{1,3}");
  private static final Pattern NO_NAMES =
      Pattern.compile("\\b(nvidia|tesla|geforce|quadro|graphics|device)\\b");
  private static final String AMD = "0x1002";

  private GpuProbe() {}

  /**
   * The GPUs with their types and indices; none on a host without.
   *
   * @param root of the file system, {@code /} but in tests
   */
  public static Kinds find(Path root) {
    TreeMap<String, List<String>> byType = new TreeMap<>();
    nvidia(root)
        .forEach((index, type) ->
            byType.computeIfAbsent(type, _ -> new ArrayList<>()).add(Integer.toString(index)));
    int cards = byType.isEmpty() ? amdCards(root) : 0;
    for (int i = 0; i < cards; i++) {
      byType.computeIfAbsent("amd", _ -> new ArrayList<>()).add(Integer.toString(i));
    }
    TreeMap<String, Amount> found = new TreeMap<>();
    byType.forEach((type, units) -> found.put(Devices.GPU + ":" + type, Amount.of(units)));
    return Devices.withFamilies(new Kinds(found));
  }

  private static SortedMap<Integer, String> nvidia(Path root) {
    TreeMap<Integer, String> typeOf = new TreeMap<>();
    for (Path gpu : list(root.resolve("proc/driver/nvidia/gpus"))) {
      String text = text(gpu.resolve("information"));
      Matcher model = MODEL.matcher(text);
      Matcher minor = MINOR.matcher(text);
      if (model.find() && minor.find()) {
        typeOf.put(Integer.parseInt(minor.group(1)), type(model.group(1)));
      } else {
        LOG.warn("Expected model and minor number in {}/information, but got '{}'.", gpu, text);
      }
    }
    return typeOf;
  }

  /**
   * {@code NVIDIA A100-SXM4-40GB} is {@code a100}, {@code GeForce RTX 3090} is {@code rtx_3090}.
   */
  static String type(String model) {
    String name = NO_NAMES.matcher(model.toLowerCase(Locale.ROOT)).replaceAll(" ").strip();
    String first = name.split("-", -1)[0];
    String word = first.replaceAll("[^a-z0-9.]+", "_").replaceAll("^[_.]+|[_.]+$", "");
    return word.isEmpty() ? "unknown" : word.substring(0, Math.min(word.length(), 32));
  }

  private static int amdCards(Path root) {
    if (!Files.exists(root.resolve("dev/kfd"))) {
      return 0;
    }
    return (int)
        list(root.resolve("sys/class/drm")).stream()
            .filter(card -> CARD.matcher(card.getFileName().toString()).matches())
            .filter(card -> text(card.resolve("device/vendor")).strip().equals(AMD))
            .count();
  }

  private static List<Path> list(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    } catch (IOException e) {
      LOG.warn("Expected to list {}, but: {}.", folder, e.toString());
      return List.of();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      LOG.warn("Expected to read {}, but: {}.", file, e.toString());
      return "";
    }
  }
}
