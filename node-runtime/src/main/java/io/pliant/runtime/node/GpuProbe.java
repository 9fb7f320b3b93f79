package io.pliant.runtime.node;

import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.confinement.HostDevices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  private static final Pattern RENDER = Pattern.compile("renderD\\d{1,3}");
  private static final Pattern NO_NAMES =
      Pattern.compile("\\b(nvidia|tesla|geforce|quadro|graphics|device)\\b");
  private static final String AMD = "0x1002";

  private GpuProbe() {}

  /**
   * What was found.
   *
   * @param kinds the GPUs with their types and indices
   * @param devices their files and the cpus near them
   */
  public record Found(Kinds kinds, HostDevices devices) {}

  private record Gpu(String type, HostDevices.Unit unit) {}

  /**
   * The GPUs; none on a host without.
   *
   * @param root of the file system, {@code /} but in tests
   */
  public static Found find(Path root) {
    SortedMap<Integer, Gpu> gpus = nvidia(root);
    if (gpus.isEmpty()) {
      gpus = amd(root);
    }
    TreeMap<String, List<String>> byType = new TreeMap<>();
    TreeMap<String, HostDevices.Unit> units = new TreeMap<>();
    gpus.forEach((index, gpu) -> {
      byType.computeIfAbsent(gpu.type(), _ -> new ArrayList<>()).add(index.toString());
      units.put(index.toString(), gpu.unit());
    });
    TreeMap<String, Amount> found = new TreeMap<>();
    byType.forEach((type, names) -> found.put(Devices.GPU + ":" + type, Amount.of(names)));
    return new Found(
        Devices.withFamilies(new Kinds(found)),
        units.isEmpty()
            ? HostDevices.NONE
            : new HostDevices(new TreeMap<>(Map.of(Devices.GPU, units))));
  }

  private static SortedMap<Integer, Gpu> nvidia(Path root) {
    TreeMap<Integer, Gpu> found = new TreeMap<>();
    for (Path gpu : list(root.resolve("proc/driver/nvidia/gpus"))) {
      String text = text(gpu.resolve("information"));
      Matcher model = MODEL.matcher(text);
      Matcher minor = MINOR.matcher(text);
      if (model.find() && minor.find()) {
        Path card = root.resolve("sys/bus/pci/devices").resolve(gpu.getFileName().toString());
        int index = Integer.parseInt(minor.group(1));
        List<Path> file = List.of(Path.of("/dev/nvidia" + index));
        found.put(
            index,
            new Gpu(
                type(model.group(1)),
                new HostDevices.Unit(file, cpusNear(card), gpu.getFileName().toString())));
      } else {
        LOG.warn("Expected model and minor number in {}/information, but got '{}'.", gpu, text);
      }
    }
    return found;
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

  private static SortedMap<Integer, Gpu> amd(Path root) {
    TreeMap<Integer, Gpu> found = new TreeMap<>();
    if (!Files.exists(root.resolve("dev/kfd"))) {
      return found;
    }
    for (Path card : list(root.resolve("sys/class/drm"))) {
      Path device = card.resolve("device");
      if (CARD.matcher(card.getFileName().toString()).matches()
          && text(device.resolve("vendor")).strip().equals(AMD)) {
        // beside the card itself a file for computing alone, renderD128
        List<Path> files =
            Stream.concat(Stream.of(card), list(device.resolve("drm")).stream())
                .map(one -> one.getFileName().toString())
                .filter(name -> CARD.matcher(name).matches() || RENDER.matcher(name).matches())
                .distinct()
                .map(name -> Path.of("/dev/dri", name))
                .toList();
        found.put(found.size(), new Gpu("amd", new HostDevices.Unit(files, cpusNear(device))));
      }
    }
    return found;
  }

  /** Cpus of the memory node at which the device is; none where the kernel does not say. */
  private static CpuList cpusNear(Path device) {
    Path file = device.resolve("local_cpulist");
    try {
      return Files.exists(file) ? CpuList.parse(text(file)) : CpuList.NONE;
    } catch (IllegalArgumentException e) {
      LOG.warn("Expected cpus in {}, but: {}", file, e.getMessage());
      return CpuList.NONE;
    }
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
