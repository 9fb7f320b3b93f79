package io.pliant.runtime.settings;

import io.pliant.core.node.AgentTruth;
import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.spec.DeviceText;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Reads which devices each node has, as {@code gpu:a100:4}, and numbers them in their order. */
final class DeviceReader {
  /** The word by which GPUs are found instead of declared. */
  private static final String AUTO = "auto";

  /** Kinds with more units than this, as gigabytes of a disk, are counted and not numbered. */
  private static final int MOST_NUMBERED = 256;

  private static final String ALLOWED =
      "a list of \"auto\" or of kinds, types and numbers, such as \"gpu:a100:4\" or \"ssd:2\"";

  private DeviceReader() {}

  /** True when GPUs are to be found. */
  static boolean finds(List<String> devices) {
    return devices.contains(AUTO);
  }

  static Kinds read(Section section, String key) {
    List<String> items = section.texts(key).stream().filter(item -> !item.equals(AUTO)).toList();
    try {
      return numbered(items);
    } catch (IllegalArgumentException e) {
      throw section.broken(key, ALLOWED, e);
    }
  }

  private static Kinds numbered(List<String> items) {
    TreeMap<String, Amount> declared = new TreeMap<>();
    TreeMap<String, Integer> next = new TreeMap<>();
    for (String item : items) {
      Kinds parsed = DeviceText.parse(item);
      String kind = only(parsed, item);
      int first = next.merge(Devices.family(kind), parsed.count(kind), Integer::sum);
      Amount units = units(first - parsed.count(kind), parsed.count(kind));
      if (declared.put(kind, units) != null) {
        throw new IllegalArgumentException("'%s' stands there twice".formatted(kind));
      }
    }
    for (String kind : declared.keySet()) {
      if (Devices.isType(kind) && declared.containsKey(Devices.family(kind))) {
        throw new IllegalArgumentException(
            "either all '%s' have a type or none".formatted(Devices.family(kind)));
      }
    }
    return Devices.withFamilies(new Kinds(declared));
  }

  /** The type that an item names, or its kind. */
  private static String only(Kinds parsed, String item) {
    if (parsed.amounts().keySet().stream().map(Devices::family).distinct().count() != 1) {
      throw new IllegalArgumentException(
          "'%.80s' must name one kind and at least one unit of it".formatted(item));
    }
    String kind = parsed.amounts().lastKey();
    if (parsed.count(kind) > AgentTruth.MOST_OF_A_KIND) {
      throw new IllegalArgumentException(
          "at most %d of '%s'".formatted(AgentTruth.MOST_OF_A_KIND, kind));
    }
    return kind;
  }

  private static Amount units(int first, int count) {
    return first + count > MOST_NUMBERED
        ? Amount.of(count)
        : Amount.of(IntStream.range(first, first + count).mapToObj(Integer::toString).toList());
  }
}
