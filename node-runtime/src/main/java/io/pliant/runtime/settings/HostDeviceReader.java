package io.pliant.runtime.settings;

import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Kinds;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.confinement.HostDevices;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads by which files declared devices are opened, and which cpus are near them. */
final class HostDeviceReader {
  private static final String FILES = "device-files";
  private static final String CPUS = "device-cpus";

  private HostDeviceReader() {}

  /**
   * The devices that both blocks tell of.
   *
   * @param declared kinds with their units
   */
  static HostDevices read(Section section, Kinds declared) {
    SortedMap<String, List<String>> files = section.textsByName(FILES);
    SortedMap<String, List<String>> cpus = section.textsByName(CPUS);
    TreeSet<String> kinds = new TreeSet<>(files.keySet());
    kinds.addAll(cpus.keySet());
    TreeMap<String, SortedMap<String, HostDevices.Unit>> devices = new TreeMap<>();
    for (String kind : kinds) {
      Amount there = declared.amounts().get(kind);
      List<String> units = there == null ? List.of() : there.units();
      check(section, FILES, kind, files, units);
      check(section, CPUS, kind, cpus, units);
      TreeMap<String, HostDevices.Unit> of = new TreeMap<>();
      for (int i = 0; i < units.size(); i++) {
        List<Path> file =
            files.containsKey(kind) ? List.of(file(section, files.get(kind).get(i))) : List.of();
        CpuList near = cpus.containsKey(kind) ? cpus(section, cpus.get(kind).get(i)) : CpuList.NONE;
        of.put(units.get(i), new HostDevices.Unit(file, near));
      }
      devices.put(kind, of);
    }
    return new HostDevices(devices);
  }

  private static void check(
      Section section,
      String key,
      String kind,
      SortedMap<String, List<String>> given,
      List<String> units) {
    List<String> list = given.get(kind);
    if (list != null && (units.isEmpty() || list.size() != units.size())) {
      throw section.broken(
          key,
          "for each kind as many texts as node.devices declares of it; of %s these are %d, but here are %d"
              .formatted(kind, units.size(), list.size()),
          null);
    }
  }

  private static Path file(Section section, String text) {
    try {
      Path path = Path.of(text);
      if (path.isAbsolute()) {
        return path;
      }
      throw wrongPath(section, null);
    } catch (InvalidPathException e) {
      throw wrongPath(section, e);
    }
  }

  private static SettingsException wrongPath(Section section, @Nullable Exception cause) {
    return section.broken(FILES, "absolute paths of devices, such as \"/dev/nvidia0\"", cause);
  }

  private static CpuList cpus(Section section, String text) {
    try {
      return CpuList.parse(text);
    } catch (IllegalArgumentException e) {
      throw section.broken(CPUS, "lists of cpus, such as \"0-15\"", e);
    }
  }
}
